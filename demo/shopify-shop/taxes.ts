import { centsText, divideRounded } from '../shop/cents.ts'

/** A sales tax of one authority; the rate in millionths. */
interface SalesTax {
  readonly title: string
  readonly rate: bigint
}

interface StateTaxes {
  readonly taxes: readonly SalesTax[]
  /** Whether delivery is taxed too. */
  readonly onShipping: boolean
}

const states: Readonly<Record<string, StateTaxes>> = {
  ME: { taxes: [{ title: 'Maine State Tax', rate: 55_000n }], onShipping: false },
  MA: { taxes: [{ title: 'Massachusetts State Tax', rate: 62_500n }], onShipping: false },
  NY: {
    taxes: [
      { title: 'New York State Tax', rate: 40_000n },
      { title: 'New York City Tax', rate: 48_750n },
    ],
    onShipping: true,
  },
  CA: {
    taxes: [
      { title: 'California State Tax', rate: 72_500n },
      { title: 'San Francisco County Tax', rate: 13_750n },
    ],
    onShipping: false,
  },
  TX: {
    taxes: [
      { title: 'Texas State Tax', rate: 62_500n },
      { title: 'Austin City Tax', rate: 20_000n },
    ],
    onShipping: true,
  },
}

const none: StateTaxes = { taxes: [], onShipping: false }

/** The taxes of a place; some states and everything abroad have none. */
export function taxesOf({ country, provinceCode }: { readonly country: string; readonly provinceCode?: string }) {
  return country === 'US' ? (states[provinceCode ?? ''] ?? none) : none
}

/** Each tax on an amount of cents, rounded to the cent on its own. */
export function taxLines(cents: bigint, taxes: readonly SalesTax[]) {
  return taxes.map(({ title, rate }) => ({
    title,
    rate: Number(rate) / 1_000_000,
    amount: centsText(divideRounded(cents * rate, 1_000_000n)),
  }))
}
