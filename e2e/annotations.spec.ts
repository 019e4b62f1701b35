import type { Locator, Page } from '@playwright/test'
import { choose } from './arranging.ts'
import { shopDay, summaryPath } from './figures.ts'
import { expect, test } from './product-test.ts'
import { panel, tile } from './summary-page.ts'

// The browser logs a rejected form with such a status.
test.use({ isColleague: true, expectedMessage: /the server responded with a status of 400/ })

test('a note stands on its day in every chart until it is removed', async ({ page, visit }) => {
  await visit(summaryPath())
  await chartOf(page, 'Sales').getByRole('link', { name: 'Add note' }).click()
  const notes = panel(page, 'Notes')
  await expect(notes).toContainText('There are no notes on these days.')
  const day = notes.getByLabel('Day', { exact: true })
  await day.fill('no day')
  await day.blur()
  await expect(notes.getByText(/^Enter a date like /)).toBeVisible()
  await day.fill(shopDay(2))
  // The calendar by keyboard: it opens at the typed day, and one step back is the day before.
  const calendar = notes.getByRole('button', { name: 'Calendar: Day' })
  await calendar.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Day', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeFocused()
  await expect(notes.locator('input[name="day"]')).toHaveValue(shopDay(3))
  await notes.getByLabel('What happened').fill('Newsletter to everybody')
  await expect(notes.getByRole('checkbox', { name: /Everybody/ })).not.toBeChecked()
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Newsletter to everybody')
  await expect(notes.getByRole('listitem')).toContainText('only for you')
  await expect(notes.getByLabel('What happened')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(notes).toBeHidden()

  const mark = markIn(chartOf(page, 'Sales'))
  await mark.focus()
  await expect(mark.getByText('Newsletter to everybody')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mark.getByText('Newsletter to everybody')).toBeHidden()
  await choose(tile(page, 'Gross sales'), 'Show as', 'Line')
  await expect(markIn(chartOf(page, 'Gross sales'))).toBeVisible()
  await visit(summaryPath('?from=2019-01-01&to=2019-01-31'))
  await expect(markIn(page.getByRole('main'))).toHaveCount(0)

  await visit(summaryPath('?note=new'))
  await notes.getByRole('button', { name: /^Remove the note of/ }).click()
  await expect(notes).toContainText('There are no notes on these days.')
  await page.keyboard.press('Escape')
  await expect(markIn(page.getByRole('main'))).toHaveCount(0)
})

test('a note without a text is refused beside its field, and nothing typed is lost', async ({ page, visit }) => {
  await visit(summaryPath('?note=new'))
  const notes = panel(page, 'Notes')
  await notes.getByLabel('Day', { exact: true }).fill(shopDay(5))
  await notes.getByLabel('What happened').fill('   ')
  await notes.getByRole('button', { name: 'Add note' }).click()
  const text = notes.getByLabel('What happened')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expect(text).toHaveAccessibleDescription(/Write what happened on the day\./)
  await expect(notes.locator('input[name="day"]')).toHaveValue(shopDay(5))
  await text.fill('Prices raised')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Prices raised')
})

function chartOf(page: Page, label: string): Locator {
  return page
    .getByRole('article')
    .filter({ has: page.getByRole('slider', { name: new RegExp(`^${label} over time`) }) })
}

function markIn(place: Locator): Locator {
  return place.getByRole('button', { name: /: Newsletter to everybody$/ })
}
