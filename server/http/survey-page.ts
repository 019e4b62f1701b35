import { createHash } from 'node:crypto'
import type { AppError } from '@tillsight/core'
import type { BuyerQuestion } from '@tillsight/domain'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Markup } from './developer-page.ts'
import { statusOf } from './errors.ts'

// Words around a shop's question, in the buyer's language where it is one of ours. The question itself is the shop's own.

/** Texts of the page and the script. */
interface SurveyTexts {
  readonly send: string
  readonly skip: string
  /** The option with a free-text field. */
  readonly other: string
  /** Label of that field. */
  readonly tell: string
  readonly thanks: string
  readonly failed: string
  readonly choose: string
  readonly answered: string
  readonly off: string
}

const texts = {
  en: {
    send: 'Send',
    skip: 'Skip',
    other: 'Something else',
    tell: 'What was it?',
    thanks: 'Thank you for telling us.',
    failed: 'That could not be sent. Please try again.',
    choose: 'Choose an answer, or skip the question.',
    answered: 'This question was answered already. Thank you.',
    off: 'There is nothing to answer here at the moment.',
  },
  de: {
    send: 'Absenden',
    skip: 'Überspringen',
    other: 'Etwas anderes',
    tell: 'Was war es?',
    thanks: 'Danke für Ihre Antwort.',
    failed: 'Das konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
    choose: 'Wählen Sie eine Antwort, oder überspringen Sie die Frage.',
    answered: 'Diese Frage wurde schon beantwortet. Danke.',
    off: 'Hier gibt es im Moment nichts zu beantworten.',
  },
  fr: {
    send: 'Envoyer',
    skip: 'Passer',
    other: 'Autre chose',
    tell: 'Qu’était-ce ?',
    thanks: 'Merci pour votre réponse.',
    failed: 'L’envoi a échoué. Veuillez réessayer.',
    choose: 'Choisissez une réponse, ou passez la question.',
    answered: 'Cette question a déjà reçu une réponse. Merci.',
    off: 'Il n’y a rien à répondre ici pour le moment.',
  },
  es: {
    send: 'Enviar',
    skip: 'Omitir',
    other: 'Otra cosa',
    tell: '¿Qué fue?',
    thanks: 'Gracias por su respuesta.',
    failed: 'No se pudo enviar. Inténtelo de nuevo.',
    choose: 'Elija una respuesta u omita la pregunta.',
    answered: 'Esta pregunta ya se ha respondido. Gracias.',
    off: 'Ahora mismo no hay nada que responder aquí.',
  },
  nl: {
    send: 'Versturen',
    skip: 'Overslaan',
    other: 'Iets anders',
    tell: 'Wat was het?',
    thanks: 'Bedankt voor je antwoord.',
    failed: 'Dat kon niet worden verstuurd. Probeer het opnieuw.',
    choose: 'Kies een antwoord, of sla de vraag over.',
    answered: 'Deze vraag is al beantwoord. Bedankt.',
    off: 'Er valt hier op dit moment niets te beantwoorden.',
  },
  ar: {
    send: 'إرسال',
    skip: 'تخطٍّ',
    other: 'شيء آخر',
    tell: 'ما هو؟',
    thanks: 'شكرًا على إجابتك.',
    failed: 'تعذّر الإرسال. يُرجى المحاولة مرة أخرى.',
    choose: 'اختر إجابة أو تخطَّ السؤال.',
    answered: 'سبقت الإجابة عن هذا السؤال. شكرًا.',
    off: 'لا يوجد ما يُجاب عنه هنا حاليًا.',
  },
} as const satisfies Readonly<Record<string, SurveyTexts>>

type TextLanguage = keyof typeof texts

/** The texts for an Accept-Language header, by preference. */
export function surveyTextsFor(acceptLanguage: string | undefined): SurveyTexts & { readonly language: TextLanguage } {
  const wanted = (acceptLanguage ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  const language = wanted.find((each): each is TextLanguage => Object.hasOwn(texts, each)) ?? 'en'
  return { language, ...texts[language] }
}

// The survey as a page of its own: works without scripts, in both themes, on any screen. Text from others is escaped by
// `html`.

const styles = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:1.5rem 1.25rem;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.3;margin:0 0 1rem;text-wrap:balance}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0}
p{margin:0 0 1rem}
label.option{display:flex;gap:.75rem;align-items:flex-start;min-height:1.5rem;margin:0 0 .5rem;padding:.625rem .875rem;
  border:1px solid color-mix(in srgb,currentColor 30%,transparent);border-radius:.5rem;cursor:pointer}
label.option:hover,label.option:focus-within{border-color:currentColor}
input[type=radio]{flex:none;width:1.125rem;height:1.125rem;margin:.1875rem 0 0;accent-color:currentColor}
label.words{display:block;margin:0 0 1rem}
@supports selector(:has(a)){form:not(:has([value=other]:checked)) label.words{display:none}}
input[type=text]{display:block;box-sizing:border-box;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.5rem .75rem;
  font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb,currentColor 50%,transparent);border-radius:.5rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}
button{min-height:2.75rem;padding:.5rem 1.5rem;font:inherit;font-weight:600;color:inherit;background:transparent;
  border:2px solid;border-radius:.5rem;cursor:pointer}
button.skip{font-weight:400;border-color:transparent;text-decoration:underline}
:focus-visible{outline:2px solid;outline-offset:2px}
`

const styleHash = createHash('sha256').update(styles).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Data of the survey page. */
interface QuestionPage {
  readonly question: Extract<BuyerQuestion, { asked: true }>
  readonly key: string
  readonly order: string
  readonly shop: string
  /** The form was submitted without a choice. */
  readonly isIncomplete: boolean
}

/** The question as a form. */
export function questionPage(
  c: Context,
  { question, key, order, shop, isIncomplete }: QuestionPage,
): Promise<Response> {
  const texts = textsFor(c)
  const content = html`<p dir="auto">${shop}</p>
<form method="post" action="/p/survey/page">
<input type="hidden" name="key" value="${key}">
<input type="hidden" name="order" value="${order}">
<input type="hidden" name="version" value="${question.version}">
<fieldset${isIncomplete ? raw(' aria-describedby="hint"') : ''}>
<legend><h1 dir="auto">${question.question}</h1></legend>
${isIncomplete ? html`<p id="hint" role="alert">${texts.choose}</p>` : ''}
${question.options.map(({ id, label }) => option(id, html`<span dir="auto">${label}</span>`))}
${question.other ? option('other', html`<span>${texts.other}</span>`) : ''}
</fieldset>
${question.other ? html`<label class="words">${texts.tell}<input type="text" name="text" maxlength="500" autocomplete="off"></label>` : ''}
<div class="actions"><button>${texts.send}</button><button class="skip" name="skip" value="1" formnovalidate>${texts.skip}</button></div>
</form>`
  return page(c, { title: shop, content, status: isIncomplete ? 400 : 200 })
}

function option(id: string, label: Markup): Markup {
  return html`<label class="option"><input type="radio" name="answer" value="${id}" required>${label}</label>`
}

/** Shown when there is no question, or it was answered already. */
export function answeredPage(c: Context, why: 'thanks' | 'answered' | 'off'): Promise<Response> {
  return message(c, { text: textsFor(c)[why], status: 200 })
}

/** Explains a failure to the buyer; details for the shop are below. */
export function failedPage(c: Context, { code, message: detail }: AppError): Promise<Response> {
  const texts = textsFor(c)
  const said = code === 'conflict' ? texts.off : texts.failed
  return message(c, { text: said, status: statusOf[code], detail })
}

interface Message {
  readonly text: string
  readonly status: number
  readonly detail?: string
}

function message(c: Context, { text, status, detail }: Message): Promise<Response> {
  const more = detail === undefined ? '' : html`<p lang="en" dir="ltr"><small>${detail}</small></p>`
  return page(c, { title: text, content: html`<h1 role="status">${text}</h1>${more}`, status })
}

function textsFor(c: Context) {
  return surveyTextsFor(c.req.header('accept-language'))
}

interface Page {
  readonly title: string
  readonly content: Markup
  readonly status: number
}

async function page(c: Context, { title, content, status }: Page): Promise<Response> {
  const { language } = textsFor(c)
  const document = await html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body><main>${content}</main></body>
</html>`
  return new Response(document, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
      vary: 'accept-language',
    },
  })
}
