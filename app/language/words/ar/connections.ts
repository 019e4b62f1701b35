import type { Words } from '../../text.ts'

/** What other pages say about the shop's connections, in Arabic. */
export const connections = {
  'connection.attention': 'يجدر الانتباه',
  'connection.look': 'عرض',
  'connection.more': '{count} أخرى',
  'connection.import': 'الاستيراد',
  'connection.import_from': 'الاستيراد من {name}',
  'connection.importing': 'جارٍ استيراد سجلك من {name}',
  'connection.details': 'التفاصيل',
  'connection.import_note':
    'تصل أحدث الطلبات أولًا. الأرقام صحيحة للأيام المستوردة؛ أما العملاء الجدد والعائدون فيتحددون عند اكتمال الاستيراد.',
  'connection.import_note_refunds':
    'تصل أحدث الطلبات أولًا. مبالغ الاسترداد للأيام المستوردة لم تصل بعد: إلى أن تصل تكون المرتجعات أقل من الواقع والمبيعات أعلى منه.',
  'connection.complete': 'اكتمل السجل.',
  'connection.show_new': 'عرض الأرقام الجديدة',
  'connection.imported': 'تم استيراد {name}',
  'connection.amount': '{done} من {total}',
  'connection.left_minute': 'بقيت نحو دقيقة',
  'connection.left_minutes': 'بقي نحو {count} دقيقة',
  'connection.left_hours': 'بقي نحو {count} ساعة',
} as const satisfies Words
