import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listParameters, quoteText, shapeOf } from './sql.ts'

test('parameters are found wherever ClickHouse would look for them', () => {
  const sql = 'SELECT {shop:UUID}, { days : Array(Date) } FROM t WHERE m = {m:LowCardinality(String)}'
  assert.deepEqual(
    [...listParameters(sql)],
    [
      ['shop', 'UUID'],
      ['days', 'Array(Date)'],
      ['m', 'LowCardinality(String)'],
    ],
  )
})

test('text in strings, quoted names, comments and heredocs is no parameter', () => {
  const hidden = [
    "SELECT '{shop:UUID}'",
    "SELECT 'it''s {shop:UUID}'",
    "SELECT 'a\\'{shop:UUID}'",
    'SELECT "{shop:UUID}"',
    'SELECT `{shop:UUID}`',
    'SELECT 1 -- {shop:UUID}',
    'SELECT 1 # {shop:UUID}',
    'SELECT /* {shop:UUID} */ 1',
    'SELECT $x${shop:UUID}$x$',
  ]
  for (const sql of hidden) assert.equal(listParameters(sql).size, 0, sql)
})

test('a parameter behind a comment or string is still found', () => {
  assert.deepEqual([...listParameters("SELECT '--' , {a:String} /* ' */ , {b:String}").keys()], ['a', 'b'])
  assert.deepEqual([...listParameters("SELECT '\\\\', {a:String}").keys()], ['a'])
})

test('the shape of a statement shows no values', () => {
  assert.equal(shapeOf("SELECT a FROM t WHERE mail = 'x@y.z' AND n > 5"), 'SELECT a FROM t WHERE mail = ? AND n > ?')
})

test('quoted text comes back as it was', () => {
  assert.equal(quoteText("a\\b'c"), "'a\\\\b\\'c'")
})
