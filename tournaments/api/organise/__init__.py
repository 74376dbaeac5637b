"""What programs may do for those who organise: the same services as the pages, by a token with scopes."""
