import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printText } from './print-text.server.ts'

test('a text has bold, italic, headings, lists and links to the web', () => {
  assert.deepEqual(printText('# Plan\n\nA **b** and *c* [more](https://a.example/x)\n\n- one\n- **two**'), [
    { kind: 'heading', parts: [{ text: 'Plan' }] },
    {
      kind: 'paragraph',
      parts: [
        { text: 'A ' },
        { text: 'b', isBold: true },
        { text: ' and ' },
        { text: 'c', isItalic: true },
        { text: ' ' },
        { text: 'more', to: 'https://a.example/x' },
      ],
    },
    { kind: 'list', isOrdered: false, items: [[{ text: 'one' }], [{ text: 'two', isBold: true }]] },
  ])
})

test('anything else is shown as it was typed: markup is text, and no other address is a link', () => {
  for (const text of [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '[x](javascript:alert(1))',
    '![x](https://a.example/pixel.gif)',
    '[x](//a.example)',
    '[x](data:text/html,hi)',
  ]) {
    const parts = printText(text).flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.parts))
    assert.equal(parts.map((part) => part.text).join(''), text)
    assert.ok(
      parts.every(({ to }) => to === undefined),
      text,
    )
  }
})
