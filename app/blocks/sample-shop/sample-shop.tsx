import { Form, href, Link, useNavigation } from 'react-router'
import { directionOf, type Language, type PageWords, usePageWords, WordsProvider } from '../../language/index.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type en from './words/en.json'

interface SpokenProps {
  /** Of the texts: the page around them may be in English only. */
  readonly language: Language
}

/** Offers a shop with made-up figures to somebody who has none yet. */
export function SampleOffer({ language }: SpokenProps) {
  const say = usePageWords<keyof typeof en>()
  return (
    <Form
      action="/?index"
      className="mt-6 grid justify-items-center gap-2 text-center"
      dir={directionOf(language)}
      lang={language}
      method="post"
    >
      <Button isBusy={useNavigation().formMethod === 'POST'} name="sample" value="fill">
        {say('offer')}
      </Button>
      <p className="max-w-prose text-pretty text-[13px] text-soft">{say('offer.about')}</p>
    </Form>
  )
}

/** On every page of a sample shop: that its figures are made up, and the two ways on from it. */
export function SampleBar({ words, ...bar }: BarProps & { readonly words: PageWords }) {
  return (
    <WordsProvider words={words}>
      <Bar {...bar} />
    </WordsProvider>
  )
}

interface BarProps extends SpokenProps {
  readonly domain: string
}

function Bar({ domain, language }: BarProps) {
  const say = usePageWords<keyof typeof en>()
  return (
    <aside
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-accent-wash px-4 py-2.5 text-[13px] sm:px-8 print:hidden"
      dir={directionOf(language)}
      lang={language}
    >
      <p className="min-w-0 flex-1 basis-64 text-pretty">{say('bar.text')}</p>
      <Link className={buttonClass('secondary', 'small')} to={href('/register')}>
        {say('bar.connect')}
      </Link>
      <Form action="/?index" method="post">
        <input name="domain" type="hidden" value={domain} />
        <Button isBusy={useNavigation().formMethod === 'POST'} kind="quiet" name="sample" size="small" value="discard">
          {say('bar.discard')}
        </Button>
      </Form>
    </aside>
  )
}
