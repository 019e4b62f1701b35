import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ExportNews } from '@tillsight/domain'
import { languages } from '../../app/language/languages.ts'
import { renderExport } from './render-export.ts'

const siteUrl = 'https://till.example'

function news(changes: Partial<ExportNews> = {}): ExportNews {
  return {
    language: 'en',
    shop: { domain: 'tea.example', name: 'Tea' },
    name: 'Bookkeeper',
    days: { from: '2026-11-01', to: '2026-11-07' },
    outcome: { kind: 'ready', rows: 48_211, isAttached: true, until: '2026-12-08' },
    link: '/shop/tea.example/settings/exports/e',
    ...changes,
  }
}

suite('mails about exports', () => {
  test('say what is in the file, where it is and until when', () => {
    const { subject, title, body, text, html } = renderExport(news(), siteUrl)
    assert.equal(subject, 'Tea: Export “Bookkeeper” is ready')
    assert.equal(title, 'Export “Bookkeeper” is ready')
    assert.match(body, /^It has 48,211 rows: 1\s–\s7 Nov 2026\. It is attached, .* until Tue 8 Dec 2026\.$/)
    for (const part of [text, html]) assert.ok(part.includes(`${siteUrl}/shop/tea.example/settings/exports/e`))
    const outcome = { kind: 'ready', rows: 1, isAttached: false, until: '2026-12-08' } as const
    assert.match(renderExport(news({ outcome }), siteUrl).body, /too large for an email/)
  })

  test('say which days are missing, and why, as it is stored with the run', () => {
    const outcome = { kind: 'failed', reason: 'The disk is full.' } as const
    const { title, body } = renderExport(news({ outcome }), siteUrl)
    assert.equal(title, 'Export “Bookkeeper” could not be made')
    assert.match(body, /7 Nov 2026\. The disk is full\. Run it again/)
  })

  test('come in the language and the direction of their reader', () => {
    const all = languages.map((language) => renderExport(news({ language }), siteUrl))
    assert.equal(new Set(all.map(({ title }) => title)).size, languages.length)
    assert.equal(new Set(all.map(({ body }) => body)).size, languages.length)
    for (const { body, title, text } of all) assert.ok(!/[{}]/.test(body + title + text), body)
    const arabic = renderExport(news({ language: 'ar' }), siteUrl)
    assert.match(arabic.html, /lang="ar"[^>]*dir="rtl"|dir="rtl"[^>]*lang="ar"/)
  })

  test('show names of strangers as text', () => {
    const { html, subject } = renderExport(
      news({ name: '<b>x</b>\r\nBcc: a@b.example', shop: { domain: 'tea.example', name: '<i>Tea</i>' } }),
      siteUrl,
    )
    assert.ok(!html.includes('<b>x</b>') && !html.includes('<i>Tea</i>'))
    assert.ok(!/[\r\n]/.test(subject))
  })
})
