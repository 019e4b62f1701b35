import { useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { Formula } from '../formula.tsx'
import { unpackTerms } from '../formula-terms.ts'
import type { FigureModel, PageView } from '../model.ts'

export interface FigureHelpProps {
  readonly label: string
  readonly figure: Pick<FigureModel, 'description' | 'formula' | 'terms' | 'text' | 'before'>
  readonly view: PageView
}

/** What the info button of a figure shows. */
export function FigureHelp({ label, figure, view }: FigureHelpProps) {
  const t = useText()
  return (
    <>
      <h4 className="font-semibold">{label}</h4>
      <p className="mt-1 mb-3 text-[13px] text-soft">{figure.description}</p>
      <Formula
        formula={figure.formula}
        label={label}
        openTerm={(key) => withSearch(view.state, { open: key })}
        terms={unpackTerms(figure.terms)}
        text={figure.text}
      />
      {figure.before && (
        <p className="mt-3 text-[13px] text-faint">
          {t('widget.before', { before: figure.before })}
          {view.than && ` (${view.than})`}
        </p>
      )}
    </>
  )
}
