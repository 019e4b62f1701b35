// What the permission tests try of billing.
const nothing = () => ({})
const choice = () => ({ plan: 'large', interval: 'month' as const })

/** By verb name. */
export const billingAttempts = {
  'billing.standing': { in: 'organisation', input: nothing },
  'billing.show': { in: 'organisation', input: nothing },
  'billing.usage': { in: 'organisation', input: nothing },
  'billing.invoices': { in: 'organisation', input: nothing },
  'billing.checkout': { in: 'organisation', input: ({ shop }: { shop: string }) => ({ ...choice(), shop }) },
  'billing.confirm': { in: 'organisation', input: () => ({ session: 'cs_1' }) },
  'billing.portal': { in: 'organisation', input: ({ shop }: { shop: string }) => ({ shop }) },
  'billing.preview_change': { in: 'organisation', input: choice },
  'billing.change': { in: 'organisation', input: choice },
  'billing.cancel': { in: 'organisation', input: nothing },
  'billing.resume': { in: 'organisation', input: nothing },
} as const
