import { inSentence, useLanguage, useText } from '../../../language/index.ts'
import type { BarsWidget, PageView, TableWidget } from '../model.ts'
import { SearchSelect } from '../search-select.tsx'
import { Heading, headingId, TitleLine } from './title.tsx'

interface BreakdownTitleProps {
  readonly widget: BarsWidget | TableWidget
  readonly content: { readonly dimension: string; readonly dimensionLabel: string }
  readonly view: PageView
}

/** Metric and dimension of a breakdown; where the address determines them, as select fields. */
export function BreakdownTitle({ widget, content, view }: BreakdownTitleProps) {
  const t = useText()
  const language = useLanguage()
  if (!widget.followsAddress) {
    return (
      <TitleLine>
        <Heading widget={{ ...widget, title: widget.settings.title ?? byText(widget.title, content.dimensionLabel) }} />
      </TitleLine>
    )
  }
  return (
    <TitleLine isChoice>
      <span className="flex flex-wrap items-center gap-x-1">
        <h3 className="font-semibold text-[15px]" id={headingId(widget.key)}>
          {t('widget.by', { name: widget.title })}
        </h3>
        <SearchSelect
          label={t('widget.choose_dimension')}
          name="by"
          options={view.dimensions.map(({ key, label }) => ({ value: key, label: inSentence(label, language) }))}
          state={view.state}
          value={content.dimension}
        />
      </span>
    </TitleLine>
  )
}

function byText(title: string, dimension: string): string {
  return `${title} · ${dimension}`
}
