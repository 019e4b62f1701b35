// A mail server for tests: accepts mail, or refuses it where configured to.
import { createServer, type Socket } from 'node:net'

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Header fields and body, lines as sent. */
  readonly data: string
}

/** Replies other than success, by command: `RCPT` → `550 no such user`. `null` never replies. */
export type SmtpReplies = Readonly<Record<string, string | null>>

/** A running server. */
export interface SmtpSink {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Every command line from clients, without message data. */
  readonly commands: readonly string[]
  close(): Promise<void>
}

/** Listens on a free port of this machine. Offers `AUTH PLAIN`, and no TLS. */
export async function startSmtpSink(replies: SmtpReplies = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    talk(socket, { replies, mails, commands })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the mail server listens on no port')
  return {
    port: address.port,
    mails,
    commands,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

interface Conversation {
  readonly replies: SmtpReplies
  readonly mails: ReceivedMail[]
  readonly commands: string[]
}

function talk(socket: Socket, { replies, mails, commands }: Conversation): void {
  let pending = ''
  let data: string[] | undefined
  let envelope = { from: '', to: [] as string[] }
  const say = (command: string, usual: string) => {
    const text = Object.hasOwn(replies, command) ? replies[command] : usual
    if (typeof text === 'string') socket.write(`${text}\r\n`)
  }
  const take = (line: string) => {
    if (data) {
      if (line !== '.') {
        data.push(line.startsWith('..') ? line.slice(1) : line)
        return
      }
      mails.push({ ...envelope, data: data.join('\r\n') })
      data = undefined
      say('END', '250 taken')
      return
    }
    commands.push(line)
    const command = (line.split(' ')[0] ?? '').toUpperCase()
    if (command === 'MAIL') envelope = { from: angle(line), to: [] }
    if (command === 'RCPT') envelope.to.push(angle(line))
    if (command === 'DATA') data = []
    say(command, usualReply(command))
  }
  say('GREETING', '220 sink ESMTP')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

function usualReply(command: string): string {
  if (command === 'EHLO') return '250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN'
  if (command === 'DATA') return '354 go on'
  if (command === 'STARTTLS') return '502 no encryption here'
  if (command === 'AUTH') return '235 welcome'
  return command === 'QUIT' ? '221 bye' : '250 fine'
}

function angle(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
