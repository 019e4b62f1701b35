// What verbs and jobs of billing need from the installation.
import { renderBillingMail } from '@tillsight/auth'
import type { BillingServices, SendBillingLetter } from '@tillsight/domain'
import type { Runtime } from './runtime.ts'

/** What verbs of billing need. */
export function billingServices({ billing, own, sync }: Pick<Runtime, 'billing' | 'own' | 'sync'>): BillingServices {
  return {
    billing,
    openShop: (shop) => sync.openShop(shop),
    billingPages(organisation, shop) {
      const page = shop === null ? `/account/billing?organisation=${organisation}` : `/shop/${shop}/settings/plans`
      const backUrl = own.url() + page
      return { backUrl, doneUrl: `${backUrl}${shop === null ? '&' : '?'}session={session}` }
    },
  }
}

/** Mails about what organisations pay for, through the queue of the auth service. */
export function billingLetters({ own, auth }: Pick<Runtime, 'own' | 'auth'>): SendBillingLetter {
  return async ({ shop, ...letter }) => {
    const siteUrl = own.url()
    const link = siteUrl + (shop === null ? '/account/billing' : `/shop/${shop}/settings/plans`)
    await auth.service.sendMail(renderBillingMail({ ...letter, siteUrl, link }))
  }
}
