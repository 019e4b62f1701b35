import { Notice } from '../../ui/index.ts'

/** Why there is no profit here. */
export function NoCostsNote() {
  return (
    <Notice severity="info">
      This version stores no costs, so it shows no profit: a profit without its costs would only look good. What is
      listed here comes from your orders and is the base that costs are counted on; every list can be downloaded.
    </Notice>
  )
}
