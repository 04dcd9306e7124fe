/** The reference's stylesheet. Text has a contrast of at least 4.5:1 in both colour schemes. */
export const REFERENCE_STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#fbf9f4, #151920);
  --ink: light-dark(#211d18, #ece6da);
  --soft: light-dark(#4c463d, #bfb8aa);
  --line: light-dark(#bfb6a5, #454c59);
  --raised: light-dark(#f4f0e7, #1c212a);
  --link: light-dark(#211d18, #ece6da);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, .back { font-family: "Source Serif 4 Variable", "Source Serif 4", Charter, "Iowan Old Style", Georgia, serif; }
a { color: var(--link); text-decoration-color: var(--line); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentcolor; }
a:focus-visible, [tabindex]:focus-visible, summary:focus-visible {
  outline: 3px solid var(--link);
  outline-offset: 2px;
}
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; padding: 0.5rem; background: var(--page); }
header, nav, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 1.5rem; padding-block: 0.75rem; }
.back { margin: 0; font-size: 1.2rem; font-weight: 600; }
.back a, h1 a { text-decoration: none; }
h1 { margin: 0; font-size: 1.2rem; font-weight: 400; line-height: 1.5; }
form { display: flex; align-items: center; gap: 0.5rem; margin-left: auto; }
input, button {
  min-height: 2rem;
  padding: 0.25rem 0.625rem;
  font: inherit;
  font-size: 0.875rem;
  color: var(--ink);
  background: var(--page);
  border: 1px solid var(--soft);
  border-radius: 3px;
}
input:focus-visible, button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.found { padding: 0; list-style: none; }
.found li { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.found li code { display: block; color: var(--soft); }
h2 { margin: 3rem 0 1rem; font-size: 1.4rem; border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
h3 { margin: 2.5rem 0 0.5rem; font-size: 1.15rem; }
h4 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0;
  padding: 0.75rem;
  overflow-x: auto;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 3px;
}
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; columns: 20rem; }
nav li { break-inside: avoid; padding: 0.125rem 0; }
.call { font-weight: 600; }
.call b { display: inline-block; min-width: 3.75rem; }
.may, .who { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: 3px; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.375rem 0.625rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { background: var(--raised); white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th { font-weight: 400; min-width: 8rem; }
footer { padding-block: 3rem; color: var(--soft); }
@media (width < 40rem) {
  h1 { font-size: 1.4rem; }
  th, td { padding: 0.25rem 0.375rem; min-width: 7rem; }
}
@media print {
  nav { display: none; }
}
`;
