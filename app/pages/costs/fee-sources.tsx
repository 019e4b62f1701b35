import { Card } from '../../ui/index.ts'

const stores: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  woocommerce: {
    name: 'WooCommerce',
    text: 'WooCommerce itself keeps no payment fees. Some payment plug-ins leave them on the order: Stripe as _stripe_fee, WooPayments as _wcpay_transaction_fee, PayPal as _paypal_transaction_fee. With any other plug-in the provider’s own statement is the only source.',
  },
  shopify: {
    name: 'Shopify',
    text: 'Shopify tells the fees of payments that went through Shopify Payments. For any other provider its own statement is the only source.',
  },
}

/** Where payment fees could come from, for the shop's platform. */
export function FeeSources({ platform }: { readonly platform: string }) {
  const store = stores[platform]
  if (!store) return null
  return (
    <Card aria-labelledby="fee-sources" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="fee-sources">
        What {store.name} knows of fees
      </h2>
      <p className="mt-1.5 max-w-prose text-pretty text-soft">
        {store.text} This version reads none of them: the table shows what the fees were charged on.
      </p>
    </Card>
  )
}
