import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { AppError } from '@tillsight/core'
import { createSmtpTransport } from './index.ts'
import { isRefusedForGood, parseSmtpUrl } from './smtp.ts'
import { type SmtpReplies, startSmtpSink } from './smtp-sink.fixture.ts'

const from = 'Tillsight <mail@shop.example>'
const message = { to: 'ada@nordlicht.example', subject: 'Grüße', html: '<p>Hello</p>', text: 'Hello\n.\nworld' }

async function openTransport(t: TestContext, replies: SmtpReplies = {}, credentials = '') {
  const sink = await startSmtpSink(replies)
  t.after(() => sink.close())
  const url = `smtp://${credentials}127.0.0.1:${sink.port}`
  const open = (timeoutMs: number) => createSmtpTransport({ url, from, timeoutMs })
  return { sink, transport: open(10_000), hasty: open(200) }
}

function headersOf(data: string): string[] {
  const [head = ''] = data.split('\r\n\r\n')
  return head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
}

test('a mail arrives with both forms, its sender and the marks of an automatic mail', async (t) => {
  const { sink, transport } = await openTransport(t)
  await transport.send(message)
  const [mail] = sink.mails
  assert.ok(mail)
  assert.deepEqual([mail.from, mail.to], ['mail@shop.example', ['ada@nordlicht.example']])
  const headers = headersOf(mail.data)
  assert.ok(headers.includes('From: Tillsight <mail@shop.example>'))
  assert.ok(headers.includes('To: ada@nordlicht.example'))
  assert.ok(headers.includes('Auto-Submitted: auto-generated'))
  assert.ok(headers.some((line) => line.startsWith('Content-Type: multipart/alternative')))
  assert.match(mail.data, /text\/plain[^]*Hello\r\n\.\r\nworld[^]*text\/html[^]*<p>Hello<\/p>/)
})

test('credentials are used, and encoded ones are decoded', async (t) => {
  const { sink, transport } = await openTransport(t, {}, 'shop%40example:p%25ss@')
  await transport.send(message)
  const line = sink.commands.find((command) => command.startsWith('AUTH PLAIN '))
  const sent = Buffer.from(line?.slice('AUTH PLAIN '.length) ?? '', 'base64').toString()
  assert.equal(sent, '\0shop@example\0p%ss')
})

test('a subject cannot add header fields', async (t) => {
  const { sink, transport } = await openTransport(t)
  await transport.send({ ...message, subject: 'Hi\r\nBcc: evil@evil.example\r\n\r\n<b>body\u2028x' })
  const headers = headersOf(sink.mails[0]?.data ?? '')
  assert.equal(headers.filter((line) => /^bcc/i.test(line)).length, 0)
  assert.deepEqual(sink.mails[0]?.to, ['ada@nordlicht.example'])
  assert.equal(headers.filter((line) => line.startsWith('Subject:')).length, 1)
})

test('what is not exactly one address gets no mail', async (t) => {
  const { sink, transport } = await openTransport(t)
  const recipients = [
    'a@b.example,evil@evil.example',
    'a@b.example\r\nBcc: evil@evil.example',
    'Ada <a@b.example>',
    'a@b.example evil@evil.example',
    '"a@b.example"@evil.example',
    'nobody',
    '',
  ]
  for (const to of recipients) {
    await assert.rejects(transport.send({ ...message, to }), isRefusedForGood)
  }
  assert.equal(sink.commands.length, 0)
})

test('a refusal carries the words of the server and never the password', async (t) => {
  const { transport } = await openTransport(t, { AUTH: '535 bad password hunter2 for shop' }, 'shop:hunter2@')
  await assert.rejects(transport.send(message), (error) => {
    assert.ok(error instanceof AppError)
    assert.equal(error.code, 'upstream_failed')
    assert.match(error.message, /535 bad password … for shop/)
    assert.match(error.message, /user name and the password/)
    assert.ok(!JSON.stringify(error.details).includes('hunter2') && error.cause === undefined)
    return true
  })
})

test('an unknown recipient is refused for good, a busy server is not', async (t) => {
  const gone = await openTransport(t, { RCPT: '550 no such user' })
  await assert.rejects(gone.transport.send(message), (error) => isRefusedForGood(error))
  const busy = await openTransport(t, { RCPT: '451 try later' })
  await assert.rejects(busy.transport.send(message), (error) => error instanceof AppError && !isRefusedForGood(error))
})

test('a server that says nothing is given up', async (t) => {
  for (const replies of [{ GREETING: null }, { EHLO: null, HELO: null }, { END: null }]) {
    const { hasty } = await openTransport(t, replies)
    await assert.rejects(hasty.send(message), (error) => error instanceof AppError && !isRefusedForGood(error))
  }
})

test('a server that is not there is named', async (t) => {
  const { sink, transport } = await openTransport(t)
  await sink.close()
  await assert.rejects(transport.send(message), (error) => {
    assert.ok(error instanceof AppError)
    assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${sink.port}`))
    return true
  })
})

test('without encryption, credentials stay here unless the address allows it', async (t) => {
  assert.equal(parseSmtpUrl('smtp://shop:pass@mail.example').requireTLS, true)
  assert.equal(parseSmtpUrl('smtp://shop:pass@mail.example?requireTLS=false').requireTLS, false)
  assert.equal(parseSmtpUrl('smtp://mail.example').requireTLS, false)
  const { sink, transport } = await openTransport(t, { EHLO: '250-sink\r\n250 AUTH PLAIN' })
  await transport.send(message)
  const strict = createSmtpTransport({ url: `smtp://u:p@127.0.0.1:${sink.port}?requireTLS=true`, from })
  await assert.rejects(strict.send(message), AppError)
  assert.ok(sink.commands.every((line) => !line.startsWith('AUTH')))
})

test('addresses of servers are read with their usual ports', () => {
  assert.deepEqual(parseSmtpUrl('smtps://mail.example'), {
    host: 'mail.example',
    port: 465,
    secure: true,
    requireTLS: false,
    rejectUnauthorized: true,
    auth: undefined,
  })
  assert.equal(parseSmtpUrl('smtp://mail.example').port, 587)
  assert.equal(parseSmtpUrl('smtp://[::1]:2525').host, '::1')
  assert.equal(parseSmtpUrl('smtps://mail.example?rejectUnauthorized=false').rejectUnauthorized, false)
})

test('wrong settings are refused at once and repeat no credentials', () => {
  const urls = ['', 'mail.example', 'http://u:hunter2@mail.example', 'smtp://', 'smtp://u:hunter2%@mail.example']
  for (const url of [...urls, 'smtp://u:hunter2@m.example?tls=1', 'smtp://u:hunter2@m.example?requireTLS=maybe']) {
    assert.throws(
      () => createSmtpTransport({ url, from }),
      (error) =>
        error instanceof AppError && error.message.startsWith('SMTP_URL') && !error.message.includes('hunter2'),
      url,
    )
  }
  for (const sender of ['', 'Tillsight', 'a@b.example, c@d.example', 'group: a@b.example;, c@d.example']) {
    assert.throws(
      () => createSmtpTransport({ url: 'smtp://mail.example', from: sender }),
      (error) => error instanceof AppError && error.message.startsWith('MAIL_FROM'),
      sender,
    )
  }
})
