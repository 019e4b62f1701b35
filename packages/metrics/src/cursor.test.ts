import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from './cursor.ts'

const position = z.tuple([z.number(), z.string()])

test('a cursor leads back to where it was made, also with characters of any language', () => {
  const cursor = encodeCursor({ metric: 'sales' }, [7, '#Ω-1001/ü 🛒'])
  assert.match(cursor, /^[A-Za-z0-9_-]+$/)
  assert.deepEqual(decodeCursor({ metric: 'sales' }, cursor, position), [7, '#Ω-1001/ü 🛒'])
})

test('a cursor of another question, a broken one and a wrong position are refused', () => {
  const cursor = encodeCursor({ metric: 'sales' }, [7, 'x'])
  const message = /does not belong to this question/
  assert.throws(() => decodeCursor({ metric: 'orders' }, cursor, position), { code: 'invalid_input', message })
  assert.throws(() => decodeCursor({ metric: 'sales' }, `${cursor}x`, position), { code: 'invalid_input', message })
  assert.throws(() => decodeCursor({ metric: 'sales' }, '💥', position), { code: 'invalid_input', message })
  assert.throws(() => decodeCursor({ metric: 'sales' }, cursor, z.tuple([z.string()])), {
    code: 'invalid_input',
    message,
  })
})
