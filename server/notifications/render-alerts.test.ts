import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AlertEvent, AlertNews } from '@tillsight/domain'
import { languages } from '../../app/language/languages.ts'
import { renderAlerts } from './render-alerts.ts'

const event: AlertEvent = {
  alert: 'a',
  name: 'Sales fell',
  filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }],
  kind: 'threshold',
  bound: { op: 'below', percent: '-30' },
  isOver: false,
  metric: 'sales',
  window: { from: '2026-11-21T23:00:00.000Z', until: '2026-11-22T13:00:00.000Z' },
  value: '640.00',
  expected: '1010.00',
  z: '-4.94',
  currency: 'EUR',
  parts: [{ dimension: 'country', key: 'DE', name: 'Germany', change: '-310.00' }],
  open: ['silent_pixel'],
  findings: ['The script is silent since 14:10'],
}
const places = {
  siteUrl: 'https://till.example',
  unsubscribe: (id: string) => `https://till.example/unsubscribe/${id}`,
}

function news(changes: Partial<AlertNews> = {}): AlertNews {
  const display = { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US' } as const
  return {
    language: 'en',
    display: display as unknown as AlertNews['display'],
    shop: { domain: 'tea.example', name: 'Tea', zone: 'Europe/Berlin' },
    events: [event],
    ...changes,
  }
}

suite('alerts in words', () => {
  test('say what is unlike, from when, and what else is open; one press ends the mails', () => {
    const { subject, text, headers, body, link } = renderAlerts(news(), places)
    assert.equal(subject, 'Tea: Sales fell')
    for (const part of [
      'Sales: €640.00',
      'Usual by this time: €1,010.00',
      'Your limit: below −30.0% against the same weekday',
      'Period: 22 Nov 2026, 00:00 – 14:00',
      'Largest difference: Country Germany',
      'Open issue: The script is silent since 14:10',
    ]) {
      assert.ok(body.includes(part), `${part} in ${body}`)
      assert.ok(text.includes(part), part)
    }
    assert.equal(link, '/shop/tea.example?from=2026-11-22&to=2026-11-22&f=country:DE&open=sales')
    assert.ok(text.includes(`Open the metric:\nhttps://till.example${link}\n`), text)
    assert.deepEqual(headers, {
      'List-Unsubscribe': '<https://till.example/unsubscribe/a>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const over = renderAlerts(news({ events: [{ ...event, isOver: true }] }), places)
    assert.equal(over.subject, 'Tea: Sales fell is over')
    const both = renderAlerts(news({ events: [event, event] }), places)
    assert.deepEqual([both.subject, both.link], ['Tea: 2 alerts', '/shop/tea.example/settings/alerts'])
    assert.equal(both.html.split('open=sales').length, 3)
  })

  test('of every language fill all that they name, in a mail within its size', () => {
    for (const language of languages) {
      const { subject, html, text } = renderAlerts(news({ language }), places)
      assert.doesNotMatch(subject + text, /\{\w+\}|undefined/, language)
      assert.ok(html.includes(`lang="${language}"`), language)
      assert.equal(/dir="rtl"/.test(html), language === 'ar')
      assert.ok(html.length < 100_000)
      assert.doesNotMatch(html, /<img|<script/)
    }
  })

  test('count in the forms of the language, and keep a sign with its amount from right to left', () => {
    const [part] = event.parts
    assert.ok(part)
    const grew = { ...event, parts: [{ ...part, change: '310.00' }] }
    const { body } = renderAlerts(news({ language: 'ar', events: [grew] }), places)
    assert.ok(body.includes('\u2066+\u2060€310.00\u2069'), body)
    assert.ok(body.includes('\u2066−30.0%\u2069'), body)
    assert.equal(renderAlerts(news({ language: 'ar', events: [event, event] }), places).subject, 'Tea: تنبيهان')
    assert.equal(renderAlerts(news({ language: 'de', events: [event, event] }), places).subject, 'Tea: 2 Alarme')
  })

  test('hold nothing of strangers but text', () => {
    const evil = '<img src=x onerror=alert(1)> <https://evil.example|here>'
    const shop = { domain: 'tea.example', name: evil, zone: 'UTC' }
    const { html, headers, subject, slack } = renderAlerts(
      news({ shop, events: [{ ...event, name: `${evil}\r\nBcc: a@b.c`, findings: [evil] }] }),
      places,
    )
    assert.doesNotMatch(html, /<img/)
    assert.doesNotMatch(subject + Object.values(headers).join(''), /[\r\n]/)
    assert.doesNotMatch(JSON.stringify(slack), /<https/)
  })
})
