import type { Page } from '@playwright/test'
import { demoShop, summaryPath } from './figures.ts'
import { openDaysMenu, panel } from './summary-page.ts'

/** A screen in one of its states. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** What has to be pressed to get there, or awaited until it is whole. */
  readonly reach?: (page: Page) => Promise<unknown>
  /** A phone shows it in a way of its own. */
  readonly isOwnOnPhone?: true
}

/** A shop that has been created but not connected; the accessibility tests make it. */
export const bareShop = 'noch-ohne-laden.example'

/** Every screen of the product, with what can lie on top of it. */
export const screens: readonly Screen[] = [
  { name: 'the list of shops', path: '/', reach: (page) => page.getByText('Yesterday').first().waitFor() },
  {
    name: 'the summary',
    isOwnOnPhone: true,
    path: summaryPath(),
    reach: (page) => page.getByRole('table', { name: /by Country$/ }).waitFor(),
  },
  { name: 'the summary with filters', path: summaryPath('?f=country:DE&range=mtd&compare=year') },
  { name: 'the summary without orders', path: summaryPath('?from=2019-01-01&to=2019-01-31') },
  {
    name: 'the points as a table',
    path: summaryPath(),
    reach: (page) => page.getByText('Show as table').click(),
  },
  {
    name: 'the explanation of a figure',
    path: summaryPath(),
    reach: (page) => page.getByRole('button', { name: 'About Sales', exact: true }).click(),
  },
  { name: 'the menu of days', path: summaryPath(), reach: openDaysMenu, isOwnOnPhone: true },
  {
    name: 'the calendar',
    path: summaryPath(),
    reach: async (page) => {
      await (await openDaysMenu(page)).getByRole('button', { name: 'Custom days…' }).click()
      await page.getByRole('grid').first().waitFor()
    },
  },
  {
    name: 'the orders behind a figure',
    isOwnOnPhone: true,
    path: summaryPath('?open=returns'),
    reach: (page) => panel(page, 'Returns').getByRole('row', { name: 'Total' }).waitFor(),
  },
  {
    name: 'an order',
    isOwnOnPhone: true,
    path: summaryPath('?open=returns'),
    reach: async (page) => {
      await panel(page, 'Returns').getByRole('link', { name: /^NK-/ }).first().click()
      await panel(page, /^Order/)
        .getByRole('table')
        .waitFor()
    },
  },
  { name: 'the integrations', path: `/shop/${demoShop.domain}/integrations`, isOwnOnPhone: true },
  { name: 'a shop without a store', path: `/shop/${bareShop}` },
  {
    name: 'the form that connects a store',
    path: `/shop/${bareShop}/integrations`,
    reach: (page) => page.getByText('Use keys instead').click(),
  },
  { name: 'the form that creates a shop', path: '/register' },
  { name: 'an address that does not exist', path: '/no/such/page' },
]
