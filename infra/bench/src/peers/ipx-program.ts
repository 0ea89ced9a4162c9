/* ipx as documented in its README: its own server over a folder. */
import { createServer } from 'node:http'
import { argv, env } from 'node:process'
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx'

const serve = createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir: argv[2] ?? '' }) }))

createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok')
  else serve(request, response)
}).listen(Number(env.PORT), env.HOST)
