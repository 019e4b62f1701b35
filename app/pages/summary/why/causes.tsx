import { Link } from 'react-router'
import type { CausesModel } from './model.ts'

/** Why a figure of profit changed: each cause opens a figure that shows it. */
export function Causes({ causes: { title, heads, rows, total, whole } }: { readonly causes: CausesModel }) {
  return (
    <section className="mt-7">
      <h3 className="font-semibold text-[15px]">{title}</h3>
      <table aria-label={title} className="mt-1 w-full text-[13px]">
        <thead className="text-faint text-xs">
          <tr>
            {heads.map((head, index) => (
              <th className={`py-1.5 font-normal ${index === 0 ? 'text-start' : 'text-end'}`} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, text, open }) => (
            <tr className="border-line border-t" key={key}>
              <th className="py-1.5 pe-3 text-start font-normal" scope="row">
                {label}
              </th>
              <td className="whitespace-nowrap py-1.5 text-end tabular">
                <Link
                  className="rounded underline decoration-line underline-offset-3 hover:decoration-current"
                  preventScrollReset
                  to={{ search: open }}
                >
                  {text}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t font-semibold">
            <th className="py-1.5 pe-3 text-start" scope="row">
              {total.label}
            </th>
            <td className="whitespace-nowrap py-1.5 text-end tabular">{total.text}</td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-[13px]">
        <Link className="rounded text-accent hover:underline" to={whole.to}>
          {whole.label}
        </Link>
      </p>
    </section>
  )
}
