import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { readUpload } from './multipart.ts'

const contentType = 'multipart/form-data; boundary=----edge'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function form(...parts: readonly string[]): string {
  return `${parts.map((part) => `------edge\r\n${part}\r\n`).join('')}------edge--\r\n`
}

const field = 'Content-Disposition: form-data; name="format"\r\n\r\ngeneric'
const file = (name: string, content: string) =>
  `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${content}`

async function read(text: string, size: number) {
  const { name, bytes } = await readUpload(contentType, inPieces(text, size))
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return { name, content: Buffer.concat(pieces).toString('utf8') }
}

test('the file of a form is read as it is, however the form is cut into pieces', async () => {
  const content = 'a,b\r\n1,"é"\r\n--\r\n----edg\r\n\r\n-- ------edge in the middle of a line'
  for (const size of [1, 2, 3, 7, 11, 64, 100_000]) {
    assert.deepEqual(await read(form(field, file('März.csv', content)), size), { name: 'März.csv', content })
  }
})

test('a form in which no file was chosen holds an empty one', async () => {
  assert.deepEqual(await read(form(file('', '')), 9), { name: '', content: '' })
})

test('names of files are those that the browser printed', async () => {
  assert.equal((await read(form(file('a %22b%22; c.csv', 'x')), 5)).name, 'a "b"; c.csv')
})

test('what is no form, has no file or breaks off is refused', async () => {
  const isRefused = (error: unknown) => isAppError(error) && error.code === 'invalid_input'
  await assert.rejects(readUpload('application/json', inPieces('{}', 1)), isRefused)
  await assert.rejects(readUpload(contentType, null), isRefused)
  await assert.rejects(read(form(field), 8), /No file came with the form/)
  await assert.rejects(read(form(file('a.csv', 'x')).slice(0, -20), 8), /broke off/)
  await assert.rejects(read('x'.repeat(100_000), 1000), isRefused)
})
