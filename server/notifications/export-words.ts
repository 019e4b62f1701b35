import type { Language } from '../../app/language/languages.ts'

/** The sentences of a mail about an export; `{…}` is filled in. */
interface ExportWords {
  readonly ready: string
  readonly failed: string
  readonly rows: string
  readonly attached: string
  readonly tooLarge: string
  readonly missing: string
  readonly again: string
  readonly open: string
  readonly reason: string
  readonly unnamed: string
}

/** Words of mails about exports, in the languages of the product. */
export const exportWords: Readonly<Record<Language, ExportWords>> = {
  en: {
    ready: 'Export “{name}” is ready',
    failed: 'Export “{name}” could not be made',
    rows: 'It has {rows} rows: {days}.',
    attached: 'It is attached, and stays with the export until {until}.',
    tooLarge: 'It is too large for an email: open the export to download it until {until}.',
    missing: 'These days are missing: {days}.',
    again: 'Run it again once that is fixed.',
    open: 'Open the export',
    reason: 'You receive this because you created this export, or manage the exports of this store.',
    unnamed: 'An export',
  },
  de: {
    ready: 'Export „{name}“ ist fertig',
    failed: 'Export „{name}“ ist fehlgeschlagen',
    rows: 'Er hat {rows} Zeilen: {days}.',
    attached: 'Er hängt an und bleibt bis {until} beim Export.',
    tooLarge: 'Er ist zu groß für eine E-Mail: Öffnen Sie den Export und laden Sie ihn bis {until} herunter.',
    missing: 'Diese Tage fehlen: {days}.',
    again: 'Führen Sie ihn erneut aus, sobald das behoben ist.',
    open: 'Export öffnen',
    reason:
      'Sie erhalten diese E-Mail, weil Sie diesen Export angelegt haben oder sich um die Exporte dieses Shops kümmern.',
    unnamed: 'Ein Export',
  },
  fr: {
    ready: 'L’export « {name} » est prêt',
    failed: 'L’export « {name} » a échoué',
    rows: 'Il contient {rows} lignes : {days}.',
    attached: 'Il est joint et reste disponible avec l’export jusqu’au {until}.',
    tooLarge: 'Il est trop volumineux pour un e-mail : ouvrez l’export pour le télécharger, jusqu’au {until}.',
    missing: 'Ces jours manquent : {days}.',
    again: 'Relancez-le une fois le problème résolu.',
    open: 'Ouvrir l’export',
    reason: 'Vous recevez ceci car vous avez créé cet export ou gérez les exports de cette boutique.',
    unnamed: 'Un export',
  },
  es: {
    ready: 'La exportación «{name}» está lista',
    failed: 'La exportación «{name}» ha fallado',
    rows: 'Tiene {rows} filas: {days}.',
    attached: 'Va adjunta y permanece con la exportación hasta el {until}.',
    tooLarge: 'Es demasiado grande para un correo: abra la exportación para descargarla, hasta el {until}.',
    missing: 'Faltan estos días: {days}.',
    again: 'Ejecútela de nuevo cuando esté resuelto.',
    open: 'Abrir la exportación',
    reason: 'Recibe esto porque creó esta exportación o se ocupa de las exportaciones de esta tienda.',
    unnamed: 'Una exportación',
  },
  nl: {
    ready: 'Export “{name}” is klaar',
    failed: 'Export “{name}” is mislukt',
    rows: 'Hij heeft {rows} rijen: {days}.',
    attached: 'Hij is bijgevoegd en blijft tot {until} bij de export.',
    tooLarge: 'Hij is te groot voor een e-mail: open de export om hem te downloaden, tot {until}.',
    missing: 'Deze dagen ontbreken: {days}.',
    again: 'Voer hem opnieuw uit zodra dat is verholpen.',
    open: 'Export openen',
    reason: 'Je krijgt dit omdat je deze export hebt gemaakt of de exports van deze winkel beheert.',
    unnamed: 'Een export',
  },
  ar: {
    ready: 'التصدير «{name}» جاهز',
    failed: 'تعذّر إنشاء التصدير «{name}»',
    rows: 'عدد الصفوف: {rows}، للأيام: {days}.',
    attached: 'الملف مرفق، ويبقى مع التصدير حتى {until}.',
    tooLarge: 'الملف أكبر من أن يُرسل بالبريد: افتح التصدير لتنزيله حتى {until}.',
    missing: 'هذه الأيام ناقصة: {days}.',
    again: 'شغّله مجددًا بعد إصلاح ذلك.',
    open: 'فتح التصدير',
    reason: 'وصلتك هذه الرسالة لأنك أنشأت هذا التصدير أو تتولى أمر تصديرات هذا المتجر.',
    unnamed: 'تصدير',
  },
}
