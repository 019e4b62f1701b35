import { type Amount, divideRounded, formatAmount } from '@tillsight/core'

/** Quantities are integers of ten-thousandths, because some shops sell by weight. */
export const quantityDecimals = 4

/** Prints an amount exactly, without needless zeros. */
export function decimalText(amount: Amount): string {
  return formatAmount(amount, 6).replace(/\.?0+$/, '')
}

/** Prints ten-thousandths as a decimal without needless zeros. */
export function quantityText(quantity: bigint): string {
  const digits = (quantity < 0n ? -quantity : quantity).toString().padStart(quantityDecimals + 1, '0')
  const text = `${digits.slice(0, -quantityDecimals)}.${digits.slice(-quantityDecimals)}`.replace(/\.?0+$/, '')
  return quantity < 0n ? `-${text}` : text
}

/** Price times quantity (in ten-thousandths), rounded half away from zero at the sixth decimal. */
export function multiply(price: Amount, quantity: bigint): Amount {
  // Holds because dividing by the quantity's own scale leaves millionths.
  return divideRounded(price * quantity, 10n ** BigInt(quantityDecimals)) as Amount
}
