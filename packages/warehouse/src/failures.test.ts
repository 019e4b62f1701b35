import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClickHouseError } from '@clickhouse/client'
import { isAppError } from '@tillsight/core'
import { toAppError } from './failures.ts'
import { describeFailure } from './host/failure.ts'

function read(code: string, type: string, message: string): readonly [string, string] {
  const error = toAppError(new ClickHouseError({ code, type, message }))
  assert.ok(isAppError(error), String(error))
  return [error.code, error.message]
}

test('a disk without space is said whichever statement met it, and whoever keeps the disk', () => {
  const write = 'Cannot write to file /data/x.bin: , errno: 28, strerror: No space left on device'
  for (const [code, type, message] of [
    ['243', 'NOT_ENOUGH_SPACE', 'Cannot reserve 1.00 MiB, not enough space'],
    ['75', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR', write],
    ['1001', 'STD_EXCEPTION', 'std::exception: filesystem error: cannot create directory: Disk quota exceeded'],
  ] as const) {
    const [said, words] = read(code, type, message)
    assert.equal(said, 'unavailable', type)
    assert.match(words, /disk of the warehouse is full/)
  }
  const quota = Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT' })
  assert.deepEqual([describeFailure(quota).code, describeFailure(quota).status], [243, 507])
})

test('a server that cannot do its work for the moment is away, one that refuses the statement is not', () => {
  for (const [code, type] of [
    ['75', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
    ['202', 'TOO_MANY_SIMULTANEOUS_QUERIES'],
    ['242', 'TABLE_IS_READ_ONLY'],
    ['252', 'TOO_MANY_PARTS'],
  ] as const) {
    assert.equal(read(code, type, 'errno: 5, strerror: Input/output error')[0], 'unavailable', type)
  }
  assert.equal(read('62', 'SYNTAX_ERROR', 'Syntax error')[0], 'internal')
})
