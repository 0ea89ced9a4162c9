export const siteCss = `
:root { --ink: #23211d; --ground: #faf9f6; --line: #e4e2dd; --accent: #2f5d50; font: 17px/1.6 Georgia, serif; }
:root.dark { --ink: #edebe6; --ground: #171614; --line: #38352f; --accent: #9fd0bf; }
body { margin: 0; background: var(--ground); color: var(--ink); }
header, main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; box-sizing: content-box; }
header { padding-bottom: 0; font-family: system-ui, sans-serif; }
header a { font-size: .875rem; }
h1 { font-size: 2.25rem; letter-spacing: -.02em; line-height: 1.2; margin: .25rem 0 0; }
h2, h3 { font: 600 1.125rem/1.4 system-ui, sans-serif; margin: 0 0 .75rem; }
h2 code { font-weight: 400; font-size: .8125rem; opacity: .65; margin-inline-start: .5em; }
a { color: var(--accent); }
.lead { max-width: 42rem; margin: 0 auto 1.25rem 0; }
nav { display: flex; gap: .5rem; font: 500 .875rem system-ui, sans-serif; margin-bottom: 2.5rem; }
nav a { padding: .35rem .9rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; }
nav a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--ground); }
section { margin-bottom: 3.5rem; }
.index { list-style: none; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); }
.index li { border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.25rem; }
.index h3, .index p { margin: 0; } .index h3 { font-size: 1rem; } vitrine-widget + h2, ul + h2 { margin-top: 3rem; }
.ways li { position: relative; } .ways a::after { content: ''; position: absolute; inset: 0; border-radius: 12px; } .ways li:hover { border-color: var(--accent); }
 .index p { font-size: .9375rem; } .index p + p { margin-top: .5rem; font-family: system-ui, sans-serif; }
.index a { margin-inline-end: .75rem; }
.many { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); align-items: start; }
.many section { margin: 0; min-width: 0; }
/* For pages whose policy forbids inline styles. */
.vitrine-frame:not([style]) { display: block; position: relative; height: 480px; }
.vitrine-frame iframe { position: absolute; width: 100%; height: 100%; border: 0; }
`

/** Typical aggressive rules of resets, frameworks and old themes. */
export const hostileCss = `
* { box-sizing: content-box !important; letter-spacing: .12em !important; text-transform: uppercase !important; }
*, *::before, *::after { line-height: 2.4 !important; text-align: end !important; transition: all 2s !important; }
div, ul, li, figure { float: left !important; padding: 11px !important; border: 3px dotted crimson !important; }
img { max-width: 60px !important; height: 60px !important; opacity: .3 !important; border-radius: 50% !important; }
button { all: unset !important; background: hotpink !important; width: 200px !important; display: block !important; }
ul { list-style: square inside !important; columns: 3 !important; }
a { color: lime !important; text-decoration: underline wavy !important; }
svg { display: none !important; }
dialog { display: block !important; position: static !important; }
[class*='slide'], .box, .frame, .control, .caption { display: none !important; }
`

export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="3" width="14" height="10" rx="2" fill="#2f5d50"/></svg>'
