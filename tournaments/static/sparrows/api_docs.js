/* The description of the API is drawn by a library that cleans its HTML and then writes it as text. On that page alone
   text may become HTML; text that would become a script is refused there too. */

self.trustedTypes?.createPolicy("default", { createHTML: (text) => text });
