import { ChoiceLinks } from '../../blocks/install/choice-links.tsx'
import type { InstallModel, ShopKind } from '../../blocks/install/model.ts'
import { Card, Notice } from '../../ui/index.ts'
import { OtherSteps } from './other-steps.tsx'
import { ShopifySteps } from './shopify-steps.tsx'
import { WooCommerceSteps } from './woocommerce-steps.tsx'

const kinds: readonly { readonly value: ShopKind; readonly label: string }[] = [
  { value: 'woocommerce', label: 'WooCommerce' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'other', label: 'Another shop' },
]

const steps = { woocommerce: WooCommerceSteps, shopify: ShopifySteps, other: OtherSteps } as const

/** How the script gets into the shop. */
export function InstallCard({ install }: { readonly install: InstallModel }) {
  const { kind, installation } = install
  const Instructions = steps[kind]
  return (
    <Card aria-labelledby="install-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="install-heading">
        Put the script into the shop
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        It tells which visits led to an order. At most 4 kB, without cookies before consent, and nothing of it goes to
        anybody but this installation.
      </p>
      <ChoiceLinks choices={kinds} chosen={kind} label="Kind of shop" name="on" />
      {!installation.isPublic && (
        <div className="mt-4">
          <Notice severity="warning">
            This installation has no public address, so shops elsewhere cannot reach {installation.address}. Set
            PUBLIC_URL, then come back: the address is part of what you install.
          </Notice>
        </div>
      )}
      <Instructions {...install} />
    </Card>
  )
}
