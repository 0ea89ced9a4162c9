/** The widget that the page styles. */
export const styledSlug = 'demo-list-horizontal'

/** Shown beside it, too. */
export const ownLook = `vitrine-widget[slug="${styledSlug}"] {
  --vitrine-image-border-radius: 150px 150px 12px 12px;
  --vitrine-gap: 24px;
}
vitrine-widget[slug="${styledSlug}"]::part(arrow) {
  border-radius: 12px;
}`

export const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; scroll-behavior: smooth;
  --line: light-dark(#e4e2dd, #35332f); --card: light-dark(#fff, #211f1c); --quiet: light-dark(#5d5a53, #b3afa6);
  --accent: light-dark(#3a45d0, #a9b3ff); --on-accent: light-dark(#fff, #11132b); }
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto } }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#faf9f6, #181715); color: light-dark(#23211d, #edebe6) }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 1.25rem clamp(1rem, 4vw, 2.5rem) }
h1, h2, h3, p, ol, ul { margin: 0; padding: 0 } li { list-style: none }
a { color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
nav { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.5rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem } nav strong { font-size: 1.125rem; letter-spacing: -.01em }
nav a { display: inline-block; padding: .4rem 0; color: inherit; text-decoration: none } nav a:hover { text-decoration: underline }
h1 { font-size: clamp(2rem, 1.2rem + 3.6vw, 3.5rem); line-height: 1.08; letter-spacing: -.03em; max-width: 15em; margin-top: clamp(1.5rem, 5vw, 4rem); text-wrap: balance }
.lead { font-size: clamp(1.0625rem, 1rem + .4vw, 1.3125rem); color: var(--quiet); max-width: 40em; margin-top: 1rem; text-wrap: pretty }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin-top: 1.5rem }
.open { padding: .7rem 1.4rem; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none }
ol { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem 2.5rem; counter-reset: step; }
ol li { counter-increment: step } ol h3 { font-size: 1rem } ol h3::before { content: counter(step) '. '; color: var(--accent) } ol p { color: var(--quiet); font-size: .9375rem }
main > h2 { font-size: clamp(1.5rem, 1.2rem + 1.4vw, 2.25rem); letter-spacing: -.02em; margin: 1rem 0 }
article { display: grid; gap: .25rem 2rem; padding: 1.5rem 0 2.5rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
h3 { font-size: 1.1875rem } h3 a { color: inherit; text-decoration: none } h3 a:hover { text-decoration: underline } article > p { color: var(--quiet) }
.widget { min-width: 0; margin-top: .75rem }
.code { min-width: 0; margin-top: 1rem; align-self: start; border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: .75rem 1rem; font-size: .875rem }
.code p { display: flex; align-items: center; justify-content: space-between; gap: 1rem }
.code button { font: inherit; font-weight: 600; min-width: 5.5rem; padding: .4rem .9rem; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; cursor: pointer }
.code button:hover { border-color: var(--accent) }
pre { margin: .5rem 0; max-height: 9rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: .8125rem/1.5 ui-monospace, monospace; color: var(--quiet) }
summary { cursor: pointer; padding: .25rem 0; font-weight: 600 } pre + p { margin-top: .75rem }
footer { color: var(--quiet); font-size: .875rem; padding-bottom: 3rem } footer p { border-top: 1px solid var(--line); padding-top: 1.25rem }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (min-width: 62rem) {
  article { grid-template-columns: minmax(0, 1fr) 20rem } h3, article > p { grid-column: 1 / -1 } .code { margin-top: .75rem; position: sticky; top: 1rem }
}
${ownLook}
`
