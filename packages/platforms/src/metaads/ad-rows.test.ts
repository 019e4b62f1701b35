import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toPurchases, WireInsights, windowDays } from './ad-rows.ts'

const row = (actions: readonly object[], values: readonly object[] = []) =>
  WireInsights.parse({ date_start: '2026-10-03', date_stop: '2026-10-03', actions, action_values: values })

it('counts one purchase once though it appears under several types', () => {
  const read = toPurchases(
    row(
      [
        { action_type: 'link_click', value: '140' },
        { action_type: 'omni_purchase', value: '10', '1d_click': '4', '7d_click': '8', '1d_view': '2' },
        { action_type: 'purchase', value: '10' },
        { action_type: 'offsite_conversion.fb_pixel_purchase', value: '9' },
        { action_type: 'onsite_web_purchase', value: '10' },
        { action_type: 'lead', value: '55' },
      ],
      [
        { action_type: 'omni_purchase', value: '312.4', '7d_click': '250.4', '1d_view': '62' },
        { action_type: 'offsite_conversion.fb_pixel_purchase', value: '280' },
      ],
    ),
  )
  assert.deepEqual(read, {
    purchases: '10',
    value: '312.4',
    claims: {
      '1d_click': { purchases: '4', value: '0' },
      '7d_click': { purchases: '8', value: '250.4' },
      '1d_view': { purchases: '2', value: '62' },
      website_only: { purchases: '9', value: '280' },
    },
  })
})

it('takes the older umbrella where the row has no better one, and its value only', () => {
  const read = toPurchases(
    row(
      [
        { action_type: 'purchase', value: '3' },
        { action_type: 'offsite_conversion.fb_pixel_purchase', value: '2' },
      ],
      [{ action_type: 'offsite_conversion.fb_pixel_purchase', value: '90' }],
    ),
  )
  assert.equal(read.purchases, '3')
  // The pixel sent no value with the purchases that the umbrella type counts.
  assert.equal(read.value, '0')
})

it('adds the four separate parts where there is no umbrella', () => {
  const read = toPurchases(
    row(
      [
        { action_type: 'offsite_conversion.fb_pixel_purchase', value: '2', '7d_click': '1' },
        { action_type: 'onsite_conversion.purchase', value: '1', '7d_click': '1' },
        { action_type: 'onsite_web_purchase', value: '2' },
      ],
      [
        { action_type: 'offsite_conversion.fb_pixel_purchase', value: '40.10' },
        { action_type: 'onsite_conversion.purchase', value: '9.9' },
      ],
    ),
  )
  assert.deepEqual([read.purchases, read.value], ['3', '50.00'])
  assert.equal(read.claims['7d_click']?.purchases, '2')
})

it('knows no purchase where none is named', () => {
  assert.deepEqual(toPurchases(row([{ action_type: 'link_click', value: '3' }])), {
    purchases: '0',
    value: '0',
    claims: {},
  })
})

it('reads how long purchases are added from the account’s own setting', () => {
  assert.deepEqual(windowDays(['7d_click_1d_view']), { click: 7, view: 1 })
  assert.deepEqual(windowDays(['1d_click', '28d_click_1d_view']), { click: 28, view: 1 })
  assert.deepEqual(windowDays(['7d_click']), { click: 7, view: 0 })
  assert.equal(windowDays([]), undefined)
})
