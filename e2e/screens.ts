import type { APIRequestContext, Page } from '@playwright/test'
import { demoShop, summaryPath } from './figures.ts'
import { openMore, openShopSwitcher } from './frame.ts'
import { openAccountMenu } from './sign-in-page.ts'
import { openDaysMenu, panel, tile, totalBehind } from './summary-page.ts'
import { type Screen, visitorScreens } from './visitor-screens.ts'

export type { Screen }

/** A shop without a connected store. */
const bareShop = 'noch-ohne-laden.example'

/** Creates the shop without a store; a second time changes nothing. */
export async function addBareShop(request: APIRequestContext): Promise<void> {
  const shop = {
    domain: bareShop,
    name: 'Noch ohne Laden',
    platform: 'woocommerce',
    zone: 'Europe/Berlin',
    currency: 'EUR',
  }
  await request.post('/register', { form: shop })
}

/** All screens of the product, with their overlays. */
export const screens: readonly Screen[] = [
  { name: 'the list of shops', path: '/', reach: (page) => page.getByText('Yesterday').first().waitFor() },
  {
    name: 'the summary',
    isOwnOnPhone: true,
    path: summaryPath(),
    reach: (page) => page.getByRole('table', { name: /, Country$/ }).waitFor(),
  },
  { name: 'the summary with filters', path: summaryPath('?f=country:DE&range=mtd&compare=year') },
  { name: 'the summary without orders', path: summaryPath('?from=2019-01-01&to=2019-01-31') },
  {
    name: 'the points as a table',
    hasLayer: true,
    path: summaryPath(),
    reach: (page) => page.getByText('Show as table').click(),
  },
  {
    name: 'the explanation of a figure',
    hasLayer: true,
    path: summaryPath(),
    reach: (page) => tile(page, 'Sales').getByRole('button', { name: 'About Sales' }).click(),
  },
  { name: 'the menu of days', hasLayer: true, path: summaryPath(), reach: openDaysMenu, isOwnOnPhone: true },
  {
    name: 'the calendar',
    hasLayer: true,
    path: summaryPath(),
    reach: async (page) => {
      await (await openDaysMenu(page)).getByRole('button', { name: 'Custom days…' }).click()
      await page.getByRole('grid').first().waitFor()
    },
  },
  {
    name: 'the orders behind a figure',
    hasLayer: true,
    isOwnOnPhone: true,
    path: summaryPath('?open=returns'),
    reach: (page) => totalBehind(panel(page, 'Returns')).waitFor(),
  },
  {
    name: 'an order',
    hasLayer: true,
    isOwnOnPhone: true,
    path: summaryPath('?open=returns'),
    reach: async (page) => {
      await panel(page, 'Returns').getByRole('link', { name: /^NK-/ }).first().click()
      await panel(page, /^Order/)
        .getByRole('table', { name: 'What was booked' })
        .waitFor()
    },
  },
  {
    name: 'the summary being customised',
    isOwnOnPhone: true,
    path: summaryPath('?customise=1'),
    reach: (page) => page.getByRole('button', { name: 'Move Sales', exact: true }).first().waitFor(),
  },
  {
    name: 'the menu of a widget',
    hasLayer: true,
    path: summaryPath(),
    reach: async (page) => {
      await tile(page, 'Orders').getByRole('button', { name: 'Menu of Orders' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'the notes', path: summaryPath('?note=new'), isOwnOnPhone: true },
  {
    name: 'the saved views',
    hasLayer: true,
    isOwnOnPhone: true,
    path: summaryPath(),
    reach: (page) => page.getByRole('group').filter({ hasText: 'Views' }).locator('summary').click(),
  },
  {
    name: 'the integrations',
    path: `/shop/${demoShop.domain}/integrations`,
    isOwnOnPhone: true,
    reach: (page) => page.getByText('Completeness, instant updates').or(page.getByText('Details')).first().click(),
  },
  {
    name: 'the question before a store is disconnected',
    path: `/shop/${demoShop.domain}/integrations`,
    isOwnOnPhone: true,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Disconnect…' }).first().click()
      await page.getByRole('heading', { name: 'Disconnect WooCommerce?' }).waitFor()
    },
  },
  {
    name: 'the comparison with the store',
    path: `/shop/${demoShop.domain}/integrations/reconciliation`,
    isOwnOnPhone: true,
  },
  { name: 'orders from files', path: `/shop/${demoShop.domain}/integrations/imports`, isOwnOnPhone: true },
  { name: 'what moved past figures', path: `/shop/${demoShop.domain}/integrations/number-changes` },
  ...shopScreens(),
  ...frameScreens(),
  { name: 'a shop without a store', path: `/shop/${bareShop}` },
  { name: 'what is left to set up', path: `/shop/${bareShop}/setup/done`, isOwnOnPhone: true },
  { name: 'what can be connected', path: `/shop/${bareShop}/setup/integrations`, isOwnOnPhone: true },
  {
    name: 'the guide to a platform, with what is still wrong',
    path: `/shop/${bareShop}/setup/guide/shopify?way=screen`,
    isOwnOnPhone: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Check now' }).click()
      await page
        .getByRole('heading', { name: /^Needs fixing: / })
        .first()
        .waitFor()
    },
  },
  { name: 'campaigns of a shop without a store', path: `/shop/${bareShop}/campaigns` },
  {
    name: 'the form that connects a store',
    path: `/shop/${bareShop}/integrations`,
    reach: (page) => page.getByText('Use keys instead').click(),
  },
  { name: 'the form that creates a shop', path: '/register' },
  { name: 'the store of a new shop', path: `/register/connect?shop=${bareShop}` },
  { name: 'the keys of the API', path: summaryPath('/settings/api-keys'), isOwnOnPhone: true },
  {
    name: 'the activity',
    path: summaryPath('/settings/activity'),
    reach: (page) => page.getByRole('link', { name: 'CSV' }).waitFor(),
    isOwnOnPhone: true,
  },
  { name: 'the share links', path: summaryPath('/settings/shares'), isOwnOnPhone: true },
  { name: 'a new share link', path: summaryPath('/settings/shares/new?view=summary&range=30d'), isOwnOnPhone: true },
  { name: 'the connected assistants', path: '/account/assistants', isOwnOnPhone: true },
  { name: 'the webhooks', path: summaryPath('/settings/webhooks'), isOwnOnPhone: true },
  { name: 'the alerts', path: summaryPath('/settings/alerts'), isOwnOnPhone: true },
  { name: 'a new alert', path: summaryPath('/settings/alerts/new'), isOwnOnPhone: true },
  { name: 'the dashboards', path: summaryPath('/dashboards'), isOwnOnPhone: true },
  { name: 'own figures', path: summaryPath('/dashboards/figures'), isOwnOnPhone: true },
  { name: 'the exports', path: summaryPath('/settings/exports'), isOwnOnPhone: true },
  {
    name: 'a question',
    path: summaryPath('/ask?q=sales+by+country+last+month'),
    reach: (page) => page.getByRole('table').waitFor(),
    isOwnOnPhone: true,
  },
  { name: 'the members', path: summaryPath('/settings/members'), isOwnOnPhone: true },
  { name: 'the account', path: '/account' },
  { name: 'the menu of the account', hasLayer: true, isOwnOnPhone: true, path: '/account', reach: openAccountMenu },
  { name: 'the profile', isOwnOnPhone: true, path: '/account/profile' },
  { name: 'what keeps the account safe', isOwnOnPhone: true, path: '/account/security' },
  {
    name: 'a question before signing out everywhere',
    hasLayer: true,
    path: '/account/security',
    reach: (page) => page.getByText('Sign out everywhere…').click(),
  },
  { name: 'the form for another password', path: '/account/security/password' },
  { name: 'the form for another e-mail address', path: '/account/security/email' },
  { name: 'the form for a phone number', path: '/account/security/phone' },
  {
    name: 'the key of an authenticator app',
    isOwnOnPhone: true,
    path: '/account/security/authenticator',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show the key' }).click()
      await page.getByRole('heading', { name: '1. Scan this with the app' }).waitFor()
    },
  },
  { name: 'the form for a phone as second factor', path: '/account/security/phone-factor' },
  { name: 'the recovery codes', path: '/account/security/recovery-codes' },
  { name: 'what one wants to hear of', isOwnOnPhone: true, path: '/account/notifications' },
  { name: 'what one was told', path: '/account/inbox' },
  { name: 'what the product costs', path: '/account/billing' },
  { name: 'the question before signing out', path: '/auth/logout' },
  ...visitorScreens(),
  { name: 'an address that does not exist', path: '/no/such/page' },
]

/** The paths of all screens, without duplicates. */
export function pathsOf(whose: 'visitors' | 'signed-in people'): string[] {
  const own = screens.filter(({ isForVisitors = false }) => isForVisitors === (whose === 'visitors'))
  return [...new Set(own.map(({ path }) => path))]
}

/** The pages of a shop other than its summary. */
function shopScreens(): Screen[] {
  const hasTable = (page: Page) => page.getByRole('main').getByRole('table').first().waitFor()
  const hasHealth = (page: Page) => page.getByRole('list', { name: 'Data status' }).nth(1).waitFor()
  return [
    { name: 'the hub', path: summaryPath('/hub'), reach: hasHealth, isOwnOnPhone: true },
    { name: 'the hub without rates', path: summaryPath('/hub?currency=ISK'), reach: hasHealth },
    { name: 'campaigns', path: summaryPath('/campaigns'), reach: hasTable, isOwnOnPhone: true },
    { name: 'what is spent elsewhere', path: summaryPath('/campaigns/spend'), isOwnOnPhone: true },
    {
      name: 'attribution',
      path: summaryPath('/attributions'),
      reach: (page) => page.getByRole('treegrid').waitFor(),
      isOwnOnPhone: true,
    },
    { name: 'models of attribution', path: summaryPath('/attributions?tab=models'), reach: hasTable },
    { name: 'paths of attribution', path: summaryPath('/attributions?tab=paths'), reach: hasTable },
    {
      name: 'the orders behind credit',
      path: summaryPath('/attributions?place=channel:(not_tracked)'),
      hasLayer: true,
      isOwnOnPhone: true,
      reach: (page) => panel(page, 'Unattributed').getByRole('table').waitFor(),
    },
    { name: 'the products', path: summaryPath('/products'), reach: hasTable, isOwnOnPhone: true },
    {
      name: 'a product',
      path: summaryPath('/products'),
      reach: async (page) => {
        await page.getByRole('table', { name: 'Products' }).getByRole('rowheader').getByRole('link').first().click()
        await page.getByRole('table', { name: 'Metrics of each variant' }).waitFor()
      },
    },
    { name: 'the orders', path: summaryPath('/orders'), reach: hasTable, isOwnOnPhone: true },
    {
      name: 'the page of an order',
      path: summaryPath('/orders'),
      reach: async (page) => {
        await page.getByRole('link', { name: /^NK-/ }).first().click()
        await page.getByRole('table', { name: 'What was booked' }).waitFor()
      },
    },
    {
      name: 'profit and loss',
      path: summaryPath('/profit'),
      reach: (page) => page.getByRole('region', { name: 'From net sales to net profit' }).waitFor(),
      isOwnOnPhone: true,
    },
    {
      name: 'costs',
      path: summaryPath('/costs'),
      reach: (page) => page.getByRole('region', { name: 'Products sold' }).waitFor(),
      isOwnOnPhone: true,
    },
    { name: 'goods', path: summaryPath('/costs/goods'), reach: hasTable, isOwnOnPhone: true },
    {
      name: 'the costs of a product',
      path: summaryPath('/costs/goods'),
      reach: async (page) => {
        await page.getByRole('table').first().getByRole('link').first().click()
        await page.getByRole('region', { name: 'Add cost' }).waitFor()
      },
      isOwnOnPhone: true,
    },
    {
      name: 'what a product is made of',
      path: summaryPath('/costs/goods'),
      reach: async (page) => {
        await page.getByRole('table').first().getByRole('link').first().click()
        await page.getByLabel('Cost as', { exact: true }).selectOption('madeOf')
        await page.getByLabel('Find products to add').fill('a')
        await page.getByRole('list', { name: 'Products found' }).waitFor()
      },
      isOwnOnPhone: true,
    },
    { name: 'payment fees', path: summaryPath('/costs/gateway?find=x'), reach: hasTable, isOwnOnPhone: true },
    { name: 'shipping', path: summaryPath('/costs/shipping'), reach: hasTable, isOwnOnPhone: true },
    {
      name: 'handling and expenses',
      path: summaryPath('/costs/handling'),
      reach: (page) => page.getByRole('region', { name: 'Expenses per order' }).waitFor(),
      isOwnOnPhone: true,
    },
    {
      name: 'changes of costs',
      path: summaryPath('/costs/changes'),
      reach: (page) => page.getByRole('region', { name: 'Settings' }).waitFor(),
      isOwnOnPhone: true,
    },
    { name: 'files of costs', path: summaryPath('/costs/files'), isOwnOnPhone: true },
    { name: 'tracking', path: summaryPath('/tracking'), reach: hasTable, isOwnOnPhone: true },
    {
      name: 'the survey',
      path: summaryPath('/tracking/survey'),
      reach: (page) => page.getByRole('heading', { name: 'What customers say' }).waitFor(),
      isOwnOnPhone: true,
    },
    {
      name: 'the check of an address',
      path: summaryPath('/tracking/googleads?check=https://shop.example/?utm_source=google'),
      reach: hasTable,
      isOwnOnPhone: true,
    },
    {
      name: 'tracking of Meta Ads',
      path: summaryPath('/tracking/metaads'),
      reach: (page) => page.getByText('All parameters').first().click(),
    },
    { name: 'tracking of TikTok Ads', path: summaryPath('/tracking/tiktokads') },
    { name: 'live events', path: summaryPath('/tracking/live'), reach: hasTable, isOwnOnPhone: true },
    { name: 'channel rules', path: summaryPath('/tracking/rules') },
    { name: 'the settings', path: summaryPath('/settings'), isOwnOnPhone: true },
    {
      name: 'a question before leaving the settings',
      hasLayer: true,
      path: summaryPath('/settings'),
      reach: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Something else')
        await page.getByRole('link', { name: 'Plan', exact: true }).click()
        await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
      },
    },
    { name: 'the currencies', path: summaryPath('/settings/currencies'), isOwnOnPhone: true },
    { name: 'the personal data of customers', path: summaryPath('/settings/privacy'), isOwnOnPhone: true },
    { name: 'the plan', path: summaryPath('/settings/plans') },
  ]
}

/** Overlays of the frame. */
function frameScreens(): Screen[] {
  return [
    { name: 'one’s shops', hasLayer: true, isOwnOnPhone: true, path: summaryPath('/costs'), reach: openShopSwitcher },
    { name: 'the pages behind More', hasLayer: true, path: summaryPath(), reach: openMore, isOnlyOnPhone: true },
    {
      name: 'the command menu',
      hasLayer: true,
      isOwnOnPhone: true,
      path: summaryPath(),
      reach: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('option').first().waitFor()
      },
    },
    {
      name: 'the keyboard shortcuts',
      hasLayer: true,
      path: summaryPath(),
      reach: async (page) => {
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
}
