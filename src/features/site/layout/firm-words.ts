import type { Firm, ShownSite } from '#contract/settings/shown-site.ts'
import { replyPromise } from '#features/content/business-hours/reply-due.ts'
import { upcomingHolidays } from '#features/content/business-hours/upcoming-holidays.ts'

/** Enough for any open page, because navigating refetches the holidays. */
const holidayDays = 60

/** The facts about the firm that every page carries for scripts in the browser. */
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
