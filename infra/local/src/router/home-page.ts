import type { Upstreams } from './upstreams.js'

/** What is at the bare address: where to go from there. */
export function homePage(upstreams: Upstreams): string {
  const processes = [...upstreams['management-api'], ...upstreams.delivery]
    .map(({ name, url }) => `<li>${name}: <code>${url}</code></li>`)
    .join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Vitrine</title>
<h1>Vitrine</h1>
<p>A local stack of the image widget service.</p>
<ul>
<li><a href="/console">/console</a>: the console</li>
<li><code>/api/</code>: the management API (bearer token)</li>
<li><code>/api/v1/</code>: the public delivery API (API key)</li>
<li><a href="/readyz">/readyz</a>: whether every service is ready</li>
</ul>
<p>Processes behind this address:</p>
<ul>
${processes}
</ul>
</html>
`
}
