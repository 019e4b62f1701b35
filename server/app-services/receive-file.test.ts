import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { receiveForm } from './receive-file.ts'

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tillsight-file-'))
const isRefused = (error: unknown) => isAppError(error) && error.code === 'invalid_input'

/** A form as browsers send it. */
function toUpload(fields: Readonly<Record<string, string | File>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { headers, body } = new Response(form)
  return { contentType: headers.get('content-type') ?? '', body }
}

const large = `${'a line of it\r\n--\r\n'.repeat(50_000)}end`

suite('a form with a large file', () => {
  test('has its fields, before and after the file, and the file as often as it is read', async () => {
    const before = folders()
    const form = await receiveForm(
      toUpload({ kind: 'goods', file: new File([large], 'my "goods".csv'), intent: 'check' }),
      10 * 1024 ** 2,
    )
    assert.deepEqual(Object.fromEntries(form.fields), { kind: 'goods', intent: 'check' })
    assert.ok(form.file)
    assert.equal(form.file.name, 'my "goods".csv')
    for (let read = 0; read < 2; read += 1) assert.equal((await text(form.file.open())) === large, true)
    await form.remove()
    assert.deepEqual(folders(), before)
  })

  test('leaves nothing behind where it is refused: too large a file, too large a field, no form, one that broke off', async () => {
    const before = folders()
    const file = new File([large], 'a.csv')
    await assert.rejects(
      receiveForm(toUpload({ file }), 1000),
      (error) => isRefused(error) && /larger than/.test(String(error)),
    )
    await assert.rejects(receiveForm(toUpload({ text: 'x'.repeat(70_000), file }), 10 * 1024 ** 2), isRefused)
    await assert.rejects(receiveForm({ contentType: 'text/plain', body: null }, 1000), isRefused)
    const { contentType } = toUpload({ file })
    const [, boundary = ''] = /boundary=(.*)$/.exec(contentType) ?? []
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf of it`
    await assert.rejects(receiveForm({ contentType, body: new Response(head).body }, 1000), isRefused)
    assert.deepEqual(folders(), before)
  })

  test('has no file where none was chosen', async () => {
    const { file, remove } = await receiveForm(toUpload({ file: new File([], ''), intent: 'check' }), 1000)
    assert.equal(file, undefined)
    await remove()
  })
})
