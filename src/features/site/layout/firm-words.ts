import type { Firm, ShownSite } from '#contract/settings/shown-site.ts'
import { replyPromise } from '#features/content/business-hours/reply-due.ts'
import { upcomingHolidays } from '#features/content/business-hours/upcoming-holidays.ts'

/** A page that stays open longer reads them again as one goes on. */
const holidayDays = 60

/** Carried by every page for the browser. */
export function firmWords({ settings, now, look }: ShownSite): Firm {
  const { firm, contact, hours, demo } = settings
  return {
    name: firm.name,
    legalName: firm.legalName,
    email: contact.email,
    ...(firm.recordName && { recordName: firm.recordName }),
    replyWithin: replyPromise(settings),
    replyWithinHours: contact.replyWithinHours,
    hours: { ...hours, holidays: upcomingHolidays(hours, now, holidayDays) },
    demoNotice: demo.showDemoContent ? demo.notice : null,
    ...(look && { look }),
  }
}
