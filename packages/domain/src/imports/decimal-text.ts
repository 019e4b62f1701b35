import { type Amount, divideRounded, formatAmount, printFixed } from '@tillsight/core'

/** Quantities are integers of ten-thousandths, because some shops sell by weight. */
export const quantityDecimals = 4

/** Prints an amount exactly, without needless zeros. */
export function decimalText(amount: Amount): string {
  return formatAmount(amount, 6).replace(/\.?0+$/, '')
}

/** Prints ten-thousandths as a decimal without needless zeros. */
export function quantityText(quantity: bigint): string {
  return printFixed(quantity, quantityDecimals).replace(/\.?0+$/, '')
}

/** Price times quantity (in ten-thousandths), rounded half away from zero at the sixth decimal. */
export function multiply(price: Amount, quantity: bigint): Amount {
  // Holds because dividing by the quantity's own scale leaves millionths.
  return divideRounded(price * quantity, 10n ** BigInt(quantityDecimals)) as Amount
}
