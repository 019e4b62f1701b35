import type { ComponentProps } from 'react'
import { BillingBar } from '../blocks/billing/billing-bar.tsx'
import { SampleBar } from '../blocks/sample-shop/sample-shop.tsx'

interface ShopBarsProps {
  readonly domain: string
  /** For a shop with made-up figures. */
  readonly sample: Omit<ComponentProps<typeof SampleBar>, 'domain'> | undefined
  /** For an organisation that has to choose a plan or to pay. */
  readonly billing: Omit<ComponentProps<typeof BillingBar>, 'domain'> | undefined
}

/** What is said above every page of some shops. */
export function ShopBars({ domain, sample, billing }: ShopBarsProps) {
  return (
    <>
      {billing && <BillingBar domain={domain} {...billing} />}
      {sample && <SampleBar domain={domain} {...sample} />}
    </>
  )
}
