import type { Language } from '../../app/language/languages.ts'
import { wordsOfPage } from '../../app/language/page-words.server.ts'

// Words of digests, in the languages of the product. Names of metrics and causes of profit are those of the pages.

/** The sentences of a digest, ICU messages: those that count are worded by {@link sayDigest}. */
export interface DigestWords {
  /** Subject without figures. */
  readonly day: string
  readonly week: string
  readonly month: string
  readonly allShops: string
  /** What each figure is compared with. */
  readonly againstDay: string
  readonly againstWeek: string
  readonly againstMonth: string
  /** A change from nothing. */
  readonly isNew: string
  readonly noChange: string
  readonly whyChanged: string
  readonly others: string
  readonly moved: string
  readonly movedCount: string
  readonly findings: string
  readonly moreFindings: string
  readonly missing: string
  readonly missingUntil: string
  readonly missingNothing: string
  readonly partial: string
  readonly lost: string
  /** The ways that messages go, within a sentence. */
  readonly byMail: string
  readonly byPush: string
  readonly moreShops: string
  readonly openShop: string
  readonly nothing: string
  readonly reason: string
  readonly settings: string
  readonly unsubscribe: string
  /** The page behind the link. */
  readonly endTitle: string
  readonly endText: string
  readonly endButton: string
  readonly ended: string
  readonly endedText: string
  readonly unknownLink: string
}

export const digestWords: Readonly<Record<Language, DigestWords>> = {
  en: {
    day: '{shop}: {days}',
    week: '{shop}: your week, {days}',
    month: '{shop}: your month, {days}',
    allShops: 'Your shops',
    againstDay: 'Compared with {days}',
    againstWeek: 'Compared with the week before, {days}',
    againstMonth: 'Compared with the month before, {days}',
    isNew: 'new',
    noChange: 'no change',
    whyChanged: 'Why {metric} changed by {amount}',
    others: 'Everything else',
    moved: 'Earlier days changed',
    movedCount: '{metric}: {amount} ({count, plural, one {# change} other {# changes}})',
    findings: 'Needs review',
    moreFindings: 'and {count} more',
    missing: 'Not complete yet',
    missingUntil: '{source}: data up to {time}.',
    missingNothing: '{source}: no data yet.',
    partial: 'not complete',
    lost: 'May not have reached you: {titles}. You can read it in your Tillsight inbox.',
    byMail: 'email',
    byPush: 'devices',
    moreShops: '{count, plural, one {And # more shop.} other {And # more shops.}}',
    openShop: 'Open the summary',
    nothing: 'There is no data for these dates yet.',
    reason: 'You receive this because you chose it in your account settings.',
    settings: 'Change what you receive',
    unsubscribe: 'Stop this digest',
    endTitle: 'Stop this digest?',
    endText: 'You will no longer receive this digest by email. Nothing else changes.',
    endButton: 'Stop this digest',
    ended: 'This digest is stopped',
    endedText: 'You can switch it on again under Account > Notifications.',
    unknownLink:
      'This link is incomplete. Open it from the email again, or change what you receive under Account > Notifications.',
  },
  de: {
    day: '{shop}: {days}',
    week: '{shop}: Ihre Woche, {days}',
    month: '{shop}: Ihr Monat, {days}',
    allShops: 'Ihre Shops',
    againstDay: 'Verglichen mit {days}',
    againstWeek: 'Verglichen mit der Woche davor, {days}',
    againstMonth: 'Verglichen mit dem Monat davor, {days}',
    isNew: 'neu',
    noChange: 'unverändert',
    whyChanged: '{label} {amount}: die Gründe',
    others: 'Alles andere',
    moved: 'Frühere Tage haben sich geändert',
    movedCount: '{metric}: {amount} ({count, plural, one {# Änderung} other {# Änderungen}})',
    findings: 'Zu prüfen',
    moreFindings: 'und {count} weitere',
    missing: 'Noch nicht vollständig',
    missingUntil: '{source}: Daten bis {time}.',
    missingNothing: '{source}: noch keine Daten.',
    partial: 'nicht vollständig',
    lost: 'Hat Sie vielleicht nicht erreicht: {titles}. Sie finden es in Ihrem Posteingang in Tillsight.',
    byMail: 'E-Mail',
    byPush: 'Geräte',
    moreShops: '{count, plural, one {Und # weiterer Shop.} other {Und # weitere Shops.}}',
    openShop: 'Übersicht öffnen',
    nothing: 'Für diese Tage gibt es noch keine Daten.',
    reason: 'Sie erhalten diese E-Mail, weil Sie sie in Ihren Kontoeinstellungen gewählt haben.',
    settings: 'Auswahl ändern',
    unsubscribe: 'Diesen Bericht beenden',
    endTitle: 'Diesen Bericht beenden?',
    endText: 'Sie erhalten diesen Bericht nicht mehr per E-Mail. Alles andere bleibt, wie es ist.',
    endButton: 'Bericht beenden',
    ended: 'Dieser Bericht ist beendet',
    endedText: 'Unter Konto > Benachrichtigungen können Sie ihn wieder einschalten.',
    unknownLink:
      'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail oder ändern Sie Ihre Auswahl unter Konto > Benachrichtigungen.',
  },
  fr: {
    day: '{shop} : {days}',
    week: '{shop} : votre semaine, {days}',
    month: '{shop} : votre mois, {days}',
    allShops: 'Vos boutiques',
    againstDay: 'Par rapport au {days}',
    againstWeek: 'Par rapport à la semaine précédente, {days}',
    againstMonth: 'Par rapport au mois précédent, {days}',
    isNew: 'nouveau',
    noChange: 'inchangé',
    whyChanged: '{label} {amount} : les raisons',
    others: 'Tout le reste',
    moved: 'Des jours passés ont changé',
    movedCount: '{metric} : {amount} ({count, plural, one {# changement} many {# changements} other {# changements}})',
    findings: 'À vérifier',
    moreFindings: '{count, plural, one {et # autre} many {et # autres} other {et # autres}}',
    missing: 'Pas encore complet',
    missingUntil: '{source} : données jusqu’au {time}.',
    missingNothing: '{source} : pas encore de données.',
    partial: 'incomplet',
    lost: 'Ne vous est peut-être pas parvenu : {titles}. Vous le trouverez dans vos messages Tillsight.',
    byMail: 'e-mail',
    byPush: 'appareils',
    moreShops:
      '{count, plural, one {Et # autre boutique.} many {Et # autres boutiques.} other {Et # autres boutiques.}}',
    openShop: 'Ouvrir le résumé',
    nothing: 'Il n’y a pas encore de données pour ces jours.',
    reason: 'Vous recevez ce message parce que vous l’avez choisi dans les paramètres de votre compte.',
    settings: 'Modifier vos choix',
    unsubscribe: 'Arrêter ce rapport',
    endTitle: 'Arrêter ce rapport ?',
    endText: 'Vous ne recevrez plus ce rapport par e-mail. Tout le reste ne change pas.',
    endButton: 'Arrêter ce rapport',
    ended: 'Ce rapport est arrêté',
    endedText: 'Vous pouvez le réactiver dans Compte > Notifications.',
    unknownLink:
      'Ce lien est incomplet. Ouvrez-le de nouveau depuis le message, ou modifiez vos choix dans Compte > Notifications.',
  },
  es: {
    day: '{shop}: {days}',
    week: '{shop}: su semana, {days}',
    month: '{shop}: su mes, {days}',
    allShops: 'Sus tiendas',
    againstDay: 'Comparado con {days}',
    againstWeek: 'Comparado con la semana anterior, {days}',
    againstMonth: 'Comparado con el mes anterior, {days}',
    isNew: 'nuevo',
    noChange: 'sin cambios',
    whyChanged: '{label} {amount}: los motivos',
    others: 'Todo lo demás',
    moved: 'Días anteriores han cambiado',
    movedCount: '{metric}: {amount} ({count, plural, one {# cambio} many {# cambios} other {# cambios}})',
    findings: 'Requiere atención',
    moreFindings: 'y {count} más',
    missing: 'Aún no está completo',
    missingUntil: '{source}: datos hasta {time}.',
    missingNothing: '{source}: aún sin datos.',
    partial: 'incompleto',
    lost: 'Quizá no le llegó: {titles}. Lo encuentra en su buzón de Tillsight.',
    byMail: 'correo',
    byPush: 'dispositivos',
    moreShops: '{count, plural, one {Y # tienda más.} many {Y # tiendas más.} other {Y # tiendas más.}}',
    openShop: 'Abrir el resumen',
    nothing: 'Todavía no hay datos de estos días.',
    reason: 'Recibe este mensaje porque lo eligió en los ajustes de su cuenta.',
    settings: 'Cambiar lo que recibe',
    unsubscribe: 'Dejar de recibir este informe',
    endTitle: '¿Dejar de recibir este informe?',
    endText: 'Ya no recibirá este informe por correo. Todo lo demás sigue igual.',
    endButton: 'Dejar de recibirlo',
    ended: 'Este informe ya no se envía',
    endedText: 'Puede activarlo de nuevo en Cuenta > Notificaciones.',
    unknownLink:
      'Este enlace no está completo. Ábralo de nuevo desde el correo o cambie lo que recibe en Cuenta > Notificaciones.',
  },
  nl: {
    day: '{shop}: {days}',
    week: '{shop}: je week, {days}',
    month: '{shop}: je maand, {days}',
    allShops: 'Je winkels',
    againstDay: 'Vergeleken met {days}',
    againstWeek: 'Vergeleken met de week ervoor, {days}',
    againstMonth: 'Vergeleken met de maand ervoor, {days}',
    isNew: 'nieuw',
    noChange: 'ongewijzigd',
    whyChanged: 'Waarom {metric} met {amount} veranderde',
    others: 'Al het andere',
    moved: 'Eerdere dagen zijn veranderd',
    movedCount: '{metric}: {amount} ({count, plural, one {# wijziging} other {# wijzigingen}})',
    findings: 'Vraagt aandacht',
    moreFindings: 'en nog {count}',
    missing: 'Nog niet volledig',
    missingUntil: '{source}: gegevens tot {time}.',
    missingNothing: '{source}: nog geen gegevens.',
    partial: 'niet volledig',
    lost: 'Heeft je misschien niet bereikt: {titles}. Je vindt het in je postvak in Tillsight.',
    byMail: 'e-mail',
    byPush: 'apparaten',
    moreShops: '{count, plural, one {En nog # winkel.} other {En nog # winkels.}}',
    openShop: 'Overzicht openen',
    nothing: 'Er zijn nog geen gegevens voor deze dagen.',
    reason: 'Je krijgt deze e-mail omdat je die in de instellingen van je account hebt gekozen.',
    settings: 'Keuze wijzigen',
    unsubscribe: 'Dit rapport stoppen',
    endTitle: 'Dit rapport stoppen?',
    endText: 'Je krijgt dit rapport niet meer per e-mail. Al het andere blijft zoals het is.',
    endButton: 'Rapport stoppen',
    ended: 'Dit rapport is gestopt',
    endedText: 'Onder Account > Meldingen kun je het weer aanzetten.',
    unknownLink:
      'Deze link is niet volledig. Open hem opnieuw vanuit de e-mail of wijzig je keuze onder Account > Meldingen.',
  },
  ar: {
    day: '{shop}: {days}',
    week: '{shop}: أسبوعك، {days}',
    month: '{shop}: شهرك، {days}',
    allShops: 'متاجرك',
    againstDay: 'مقارنةً مع {days}',
    againstWeek: 'مقارنةً مع الأسبوع السابق، {days}',
    againstMonth: 'مقارنةً مع الشهر السابق، {days}',
    isNew: 'جديد',
    noChange: 'بلا تغيير',
    whyChanged: '{label} {amount}: الأسباب',
    others: 'كل ما عدا ذلك',
    moved: 'تغيّرت أرقام أيام سابقة',
    movedCount:
      '{metric}: {amount} ({count, plural, zero {لا تغييرات} one {تغيير واحد} two {تغييران} few {# تغييرات} many {# تغييرًا} other {# تغيير}})',
    findings: 'يحتاج إلى مراجعة',
    moreFindings: 'و{count} غيرها',
    missing: 'غير مكتمل بعد',
    missingUntil: '{source}: البيانات حتى {time}.',
    missingNothing: '{source}: لا بيانات بعد.',
    partial: 'غير مكتمل',
    lost: 'ربما لم يصلك: {titles}. تجده في صندوق الوارد في Tillsight.',
    byMail: 'البريد',
    byPush: 'الأجهزة',
    moreShops:
      '{count, plural, zero {ولا متاجر أخرى.} one {ومتجر آخر.} two {ومتجران آخران.} few {و# متاجر أخرى.} many {و# متجرًا آخر.} other {و# متجر آخر.}}',
    openShop: 'فتح الملخص',
    nothing: 'لا توجد بيانات لهذه الأيام بعد.',
    reason: 'تصلك هذه الرسالة لأنك اخترتها في إعدادات حسابك.',
    settings: 'تغيير ما يصلك',
    unsubscribe: 'إيقاف هذا التقرير',
    endTitle: 'هل تريد إيقاف هذا التقرير؟',
    endText: 'لن يصلك هذا التقرير بالبريد بعد الآن. ويبقى كل شيء آخر كما هو.',
    endButton: 'إيقاف التقرير',
    ended: 'أُوقف هذا التقرير',
    endedText: 'يمكنك تشغيله مرة أخرى من الحساب > الإشعارات.',
    unknownLink: 'هذا الرابط غير مكتمل. افتحه مرة أخرى من الرسالة، أو غيّر ما يصلك من الحساب > الإشعارات.',
  },
}

/** Words the sentences of digests in a language. */
export const sayDigest = wordsOfPage(digestWords).say

/** A sentence with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
