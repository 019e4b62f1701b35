import { expectNothingSideways, findBarriers } from './barriers.ts'
import { expect, test } from './product-test.ts'

// Every component in every state, in both themes side by side: covers what no page happens to show.
test('the gallery of components has no barriers and fits, in both themes', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await visit('/dev/kit')
  for (const name of ['Light', 'Dark']) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(async () => expect(await findBarriers(page)).toEqual([])).toPass()
  await expectNothingSideways(page)
  // Figures side by side in a narrow widget wrap rather than overflow into its padding.
  const margins = await page.locator('article dd').evaluateAll((figures) =>
    figures.map((figure) => {
      const text = document.createRange()
      text.selectNodeContents(figure)
      const widget = figure.closest('article')?.getBoundingClientRect().right ?? 0
      return widget - text.getBoundingClientRect().right
    }),
  )
  expect(margins.length).toBeGreaterThan(10)
  expect(Math.min(...margins)).toBeGreaterThanOrEqual(16)
})
