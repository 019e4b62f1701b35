import { Link } from 'react-router'
import { useText } from '../../language/index.ts'
import type { TermModel } from './model.ts'

const signs = { '+': '+', '-': '−', '/': '÷' } as const
const spoken = { '+': 'figure.plus', '-': 'figure.minus', '/': 'figure.divided' } as const

interface FormulaProps {
  /** The formula in words. */
  readonly formula: string
  readonly terms: readonly TermModel[]
  readonly label: string
  readonly text: string
  /** Query string that opens the orders behind a term. */
  readonly openTerm: (key: string) => string
}

/** The calculation of a figure with the range's values filled in; each term links to its own orders. */
export function Formula({ formula, terms, label, text, openTerm }: FormulaProps) {
  const t = useText()
  if (terms.length === 0) return <p className="text-[13px] text-soft">{formula}</p>
  return (
    <table className="w-full text-[13px]">
      <caption className="sr-only">{label}</caption>
      <tbody>
        {terms.map((term, index) => (
          <tr key={term.key}>
            <td className="w-5 py-0.5 text-faint">
              <span aria-hidden>{index === 0 ? '' : signs[term.operator]}</span>
              <span className="sr-only">{index === 0 ? '' : t(spoken[term.operator])}</span>
            </td>
            <th className="py-0.5 text-start font-normal text-soft" scope="row">
              <Link
                className="inline-block min-h-6 py-1 underline decoration-line underline-offset-3 hover:decoration-current"
                preventScrollReset
                to={{ search: openTerm(term.key) }}
              >
                {term.label}
              </Link>
            </th>
            <td className="py-0.5 ps-4 text-end">{term.text}</td>
          </tr>
        ))}
        <tr className="font-semibold">
          <td className="border-line border-t pt-1 text-faint">
            <span aria-hidden>=</span>
          </td>
          <th className="border-line border-t pt-1 text-start font-semibold" scope="row">
            {label}
          </th>
          <td className="border-line border-t pt-1 ps-4 text-end">{text}</td>
        </tr>
      </tbody>
    </table>
  )
}
