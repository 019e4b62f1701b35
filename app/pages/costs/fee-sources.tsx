import { Card } from '../../ui/index.ts'

/** A store platform, and what it knows of payment fees. */
export interface FeeStore {
  readonly name: string
  readonly fees: string
}

/** Where payment fees could come from, for the shop's platform. */
export function FeeSources({ store }: { readonly store: FeeStore | null }) {
  if (!store) return null
  return (
    <Card aria-labelledby="fee-sources" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="fee-sources">
        What {store.name} knows of fees
      </h2>
      <p className="mt-1.5 max-w-prose text-pretty text-soft">
        {store.fees} This version reads none of them: the table shows what the fees were charged on.
      </p>
    </Card>
  )
}
