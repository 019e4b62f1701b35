import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Twice of what Node takes without being told: accounts that were made with much metadata have such cookies. */
const largestHeaders = 32 * 1024
/** More pieces than any browser sends. */
const mostPieces = 64

/**
 * A server that takes the sign-in back from browsers whose cookies are too large for it, and says so. Otherwise no page would
 * open any more, the one for signing in included. The name of those cookies may be known later than the server is made.
 */
export function createRecoveringServer(
  cookieName: () => string | undefined,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer({ maxHeaderSize: largestHeaders }, answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const name = cookieName()
    if (!socket.writable) socket.destroy(error)
    else if (error.code === 'HPE_HEADER_OVERFLOW' && name !== undefined) socket.end(tooLarge(name))
    else socket.end(plainAnswer(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'))
  })
  return server
}

function plainAnswer(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in again - Tillsight</title>
<h1>Sign in again</h1>
<p>Your browser sent more cookies than can be read. Those of your sign-in have been deleted, so that pages open again.</p>
<p><a href="/">Continue</a></p>
`

/** Written by hand: nothing of the request could be read, and the parser has given it up. */
function tooLarge(cookieName: string): string {
  const pieces = Array.from({ length: mostPieces }, (_, index) => `${cookieName}.${index}`)
  const headers = [
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: text/html; charset=utf-8',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    ...[cookieName, ...pieces].map((name) => `Set-Cookie: ${name}=; Path=/; Max-Age=0; SameSite=Lax`),
    `Content-Length: ${Buffer.byteLength(page)}`,
  ]
  return `HTTP/1.1 431 Request Header Fields Too Large\r\n${headers.join('\r\n')}\r\n\r\n${page}`
}
