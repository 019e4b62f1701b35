// Words around a shop's question, in the buyer's language where it is one of ours. The question itself is the shop's own.

/** Words that the page and the script show. */
interface SurveyTexts {
  readonly send: string
  readonly skip: string
  /** The option that opens a field for own words. */
  readonly other: string
  /** Names that field. */
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
    thanks: 'Bedankt voor uw antwoord.',
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

/** The buyer's words: browsers name the languages that somebody reads, the best first. */
export function surveyTextsFor(acceptLanguage: string | undefined): SurveyTexts & { readonly language: TextLanguage } {
  const wanted = (acceptLanguage ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  const language = wanted.find((each): each is TextLanguage => Object.hasOwn(texts, each)) ?? 'en'
  return { language, ...texts[language] }
}
