/* On narrow screens the tabs scroll sideways: bring the open one into view. */

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
