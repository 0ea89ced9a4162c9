import type { Demo, StackFile } from './stack-file.js'

/** A chequered PNG of 16 × 16 pixels, in base64. */
const chequers =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAG0lEQVR42mM4AQT8QACjGcgQQOaAaHIEBok7ACBna4Hb4lb5AAAAAElFTkSuQmCC'

/**
 * Next steps for a new user. `bold` formats headings if the terminal supports it.
 *
 * @param link signs in to the demo once.
 */
export function welcome(
  stack: StackFile,
  bold: (text: string) => string,
  link: string | null = null,
): string {
  const { demo } = stack
  return demo === null
    ? welcomeWithoutDemo(stack, bold)
    : welcomeWithDemo({ ...stack, demo, link }, bold)
}

const whereMailsAre = ({ mails }: StackFile): string =>
  mails === null ? 'go to the server of SMTP_URL' : '.vitrine/mails   (none leaves this machine)'

function welcomeWithoutDemo(stack: StackFile, bold: (text: string) => string): string {
  const { base } = stack
  return `
${bold('Vitrine is ready, without its demo')}
  open the console   ${base}/console/   (create an account there)
  its home page      ${base}
  every call         ${base}/api/docs
  readiness          ${base}/readyz
  mails that it sent ${whereMailsAre(stack)}
  addresses, pids and passwords of all parts: .vitrine/stack.json   logs: .vitrine/logs

What kept the demo from being made is above, and in .vitrine/logs/seed.log. Ctrl-C and \`npm start\`
try it again, and keep the part that is already there.
`
}

type WithDemo = StackFile & { demo: Demo; link: string | null }

function welcomeWithDemo(stack: WithDemo, bold: (text: string) => string): string {
  const { base, site, demo, link } = stack
  const [slug = ''] = demo.slugs
  return `
${bold('Vitrine is ready')}
  open the console   ${base}/console/${signedIn(link)}
  demo login         ${demo.email}  ${demo.password}
  its home page      ${base}
  widgets embedded   ${site}   (pages of another origin, as in life)
  demo key           ${demo.apiKey}   (widgets: ${demo.slugs.join(', ')})
  every call         ${base}/api/docs
  readiness          ${base}/readyz
  mails that it sent ${whereMailsAre(stack)}
  addresses, pids and passwords of all parts: .vitrine/stack.json   logs: .vitrine/logs
${lacking(demo)}
${bold('See a widget of the demo')}
  curl -s -H 'X-API-Key: ${demo.apiKey}' ${base}/api/v1/widgets/${slug}

${bold('Make one: log in, upload, create, publish, fetch, unpublish')}
${firstWidget(stack)}
Ctrl-C stops everything; the data stays. \`npm start -- --help\` lists the options.
`
}

/** A line of its own, so that terminals make the whole address a link. */
const signedIn = (link: string | null): string =>
  link === null
    ? ''
    : `\n  signed in at once  ${link}\n                     (works once, within ten minutes)`

function lacking({ missing }: Demo): string {
  if (missing.length === 0) return ''
  return `
The demo lacks ${missing.join(', ')}: Ctrl-C and \`npm start\` make the missing part.
`
}

/** Shell commands to paste as a whole; they only need curl and sed. */
function firstWidget({ base, demo }: WithDemo): string {
  const credentials = JSON.stringify({ email: demo.email, password: demo.password })
  return `  BASE=${base} PROJECT=${demo.projectId} KEY=${demo.apiKey} SLUG=first-$(date +%s)
  field() { sed -E 's/.*"'"$1"'":"([^"]+)".*/\\1/'; }
  TOKEN=$(curl -s $BASE/api/auth/login -H 'content-type: application/json' \\
    -d '${credentials}' | field accessToken)
  AUTH="authorization: Bearer $TOKEN"
  echo '${chequers}' | base64 -d > picture.png
  ASSET=$(curl -s $BASE/api/projects/$PROJECT/assets -H "$AUTH" -F file=@picture.png | field id)
  WIDGET=$(curl -s $BASE/api/projects/$PROJECT/widgets -H "$AUTH" -H 'content-type: application/json' \\
    -d '{"name":"First","slug":"'$SLUG'","layout":"GRID","assetIds":["'$ASSET'"]}' | field id)
  curl -s -X PUT $BASE/api/projects/$PROJECT/widgets/$WIDGET/publish -H "$AUTH"; echo
  curl -s $BASE/api/v1/widgets/$SLUG -H "X-API-Key: $KEY"; echo
  curl -s -o resized.webp "$BASE/api/v1/deliver/$PROJECT/$ASSET?w=8&format=webp"; ls -l resized.webp
  curl -s -X PUT $BASE/api/projects/$PROJECT/widgets/$WIDGET/unpublish -H "$AUTH"; echo
  curl -s $BASE/api/v1/widgets/$SLUG -H "X-API-Key: $KEY"; echo   # 404 from now on
`
}
