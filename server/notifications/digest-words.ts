import type { Language } from '../../app/language/languages.ts'

// Words of digests, in the languages of the product. Names of metrics and causes of profit are those of the pages.

/** The sentences of a digest; `{…}` is filled in. */
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
    movedCount: '{metric}: {amount} ({count} changes)',
    findings: 'Needs a look',
    moreFindings: 'and {count} more',
    missing: 'Not complete yet',
    missingUntil: '{source} is read up to {time}.',
    missingNothing: '{source} has not been read yet.',
    partial: 'not complete',
    lost: 'May not have reached you: {titles}. You find it in your inbox.',
    moreShops: 'And {count} more shops.',
    openShop: 'Open the summary',
    nothing: 'There are no figures for these days yet.',
    reason: 'You get this because you chose it in the settings of your account.',
    settings: 'Change what you get',
    unsubscribe: 'Stop this digest',
    endTitle: 'Stop this digest?',
    endText: 'You will no longer get this digest by mail. Everything else that you get stays as it is.',
    endButton: 'Stop this digest',
    ended: 'This digest is stopped',
    endedText: 'You can switch it on again under Account > Notifications.',
    unknownLink:
      'This link is not complete. Open it from the mail again, or change what you get under Account > Notifications.',
  },
  de: {
    day: '{shop}: {days}',
    week: '{shop}: deine Woche, {days}',
    month: '{shop}: dein Monat, {days}',
    allShops: 'Deine Shops',
    againstDay: 'Verglichen mit {days}',
    againstWeek: 'Verglichen mit der Woche davor, {days}',
    againstMonth: 'Verglichen mit dem Monat davor, {days}',
    isNew: 'neu',
    noChange: 'unverändert',
    whyChanged: 'Warum sich {metric} um {amount} geändert hat',
    others: 'Alles andere',
    moved: 'Frühere Tage haben sich geändert',
    movedCount: '{metric}: {amount} ({count} Änderungen)',
    findings: 'Sieh dir das an',
    moreFindings: 'und {count} weitere',
    missing: 'Noch nicht vollständig',
    missingUntil: '{source} ist bis {time} gelesen.',
    missingNothing: '{source} wurde noch nicht gelesen.',
    partial: 'nicht vollständig',
    lost: 'Hat dich vielleicht nicht erreicht: {titles}. Du findest es hier in deinem Posteingang.',
    moreShops: 'Und {count} weitere Shops.',
    openShop: 'Übersicht öffnen',
    nothing: 'Für diese Tage gibt es noch keine Zahlen.',
    reason: 'Du bekommst diese Mail, weil du sie in den Einstellungen deines Kontos gewählt hast.',
    settings: 'Auswahl ändern',
    unsubscribe: 'Diesen Bericht beenden',
    endTitle: 'Diesen Bericht beenden?',
    endText: 'Du bekommst diesen Bericht nicht mehr per Mail. Alles andere bleibt, wie es ist.',
    endButton: 'Bericht beenden',
    ended: 'Dieser Bericht ist beendet',
    endedText: 'Unter Konto > Benachrichtigungen kannst du ihn wieder einschalten.',
    unknownLink:
      'Dieser Link ist nicht vollständig. Öffne ihn noch einmal aus der Mail, oder ändere deine Auswahl unter Konto > Benachrichtigungen.',
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
    whyChanged: 'Pourquoi {metric} : {amount}',
    others: 'Tout le reste',
    moved: 'Des jours passés ont changé',
    movedCount: '{metric} : {amount} ({count} changements)',
    findings: 'À regarder',
    moreFindings: 'et {count} autres',
    missing: 'Pas encore complet',
    missingUntil: '{source} est lu jusqu’au {time}.',
    missingNothing: '{source} n’a pas encore été lu.',
    partial: 'incomplet',
    lost: 'Ne vous est peut-être pas parvenu : {titles}. Vous le trouverez dans votre boîte de réception ici.',
    moreShops: 'Et {count} autres boutiques.',
    openShop: 'Ouvrir le résumé',
    nothing: 'Il n’y a pas encore de chiffres pour ces jours.',
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
    week: '{shop}: tu semana, {days}',
    month: '{shop}: tu mes, {days}',
    allShops: 'Tus tiendas',
    againstDay: 'Comparado con {days}',
    againstWeek: 'Comparado con la semana anterior, {days}',
    againstMonth: 'Comparado con el mes anterior, {days}',
    isNew: 'nuevo',
    noChange: 'sin cambios',
    whyChanged: 'Por qué {metric}: {amount}',
    others: 'Todo lo demás',
    moved: 'Días anteriores han cambiado',
    movedCount: '{metric}: {amount} ({count} cambios)',
    findings: 'Requiere atención',
    moreFindings: 'y {count} más',
    missing: 'Aún no está completo',
    missingUntil: '{source} está leído hasta {time}.',
    missingNothing: '{source} aún no se ha leído.',
    partial: 'incompleto',
    lost: 'Quizá no te llegó: {titles}. Lo encuentras aquí, en tu bandeja de entrada.',
    moreShops: 'Y {count} tiendas más.',
    openShop: 'Abrir el resumen',
    nothing: 'Todavía no hay cifras de estos días.',
    reason: 'Recibes este mensaje porque lo elegiste en los ajustes de tu cuenta.',
    settings: 'Cambiar lo que recibes',
    unsubscribe: 'Dejar de recibir este informe',
    endTitle: '¿Dejar de recibir este informe?',
    endText: 'Ya no recibirás este informe por correo. Todo lo demás sigue igual.',
    endButton: 'Dejar de recibirlo',
    ended: 'Este informe ya no se envía',
    endedText: 'Puedes activarlo de nuevo en Cuenta > Notificaciones.',
    unknownLink:
      'Este enlace no está completo. Ábrelo de nuevo desde el correo o cambia lo que recibes en Cuenta > Notificaciones.',
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
    movedCount: '{metric}: {amount} ({count} wijzigingen)',
    findings: 'Vraagt aandacht',
    moreFindings: 'en nog {count}',
    missing: 'Nog niet volledig',
    missingUntil: '{source} is gelezen tot {time}.',
    missingNothing: '{source} is nog niet gelezen.',
    partial: 'niet volledig',
    lost: 'Heeft je misschien niet bereikt: {titles}. Je vindt het hier in je inbox.',
    moreShops: 'En nog {count} winkels.',
    openShop: 'Overzicht openen',
    nothing: 'Er zijn nog geen cijfers voor deze dagen.',
    reason: 'Je krijgt deze mail omdat je die in de instellingen van je account hebt gekozen.',
    settings: 'Keuze wijzigen',
    unsubscribe: 'Dit overzicht stoppen',
    endTitle: 'Dit overzicht stoppen?',
    endText: 'Je krijgt dit overzicht niet meer per mail. Al het andere blijft zoals het is.',
    endButton: 'Overzicht stoppen',
    ended: 'Dit overzicht is gestopt',
    endedText: 'Onder Account > Meldingen kun je het weer aanzetten.',
    unknownLink:
      'Deze link is niet volledig. Open hem opnieuw vanuit de mail, of wijzig je keuze onder Account > Meldingen.',
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
    whyChanged: 'لماذا تغيّر {metric} بمقدار {amount}',
    others: 'كل ما عدا ذلك',
    moved: 'تغيّرت أرقام أيام سابقة',
    movedCount: '{metric}: {amount} (عدد التغييرات: {count})',
    findings: 'يحتاج إلى نظرة',
    moreFindings: 'و{count} غيرها',
    missing: 'غير مكتمل بعد',
    missingUntil: 'قُرئ {source} حتى {time}.',
    missingNothing: 'لم يُقرأ {source} بعد.',
    partial: 'غير مكتمل',
    lost: 'ربما لم يصلك: {titles}. تجده في صندوق الوارد هنا.',
    moreShops: 'و{count} متاجر أخرى.',
    openShop: 'فتح الملخص',
    nothing: 'لا توجد أرقام لهذه الأيام بعد.',
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

/** A sentence with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
