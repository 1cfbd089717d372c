import { Fact } from '#web/ui/fact.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Automation } from '../register/contract.ts'
import { scheduleWords, spanWords } from './automation-words.ts'

const checkWords: Record<Automation['humanCheck'], string> = {
  none: 'Not checked',
  sample: 'A sample',
  uncertain: 'What is uncertain',
  every: 'Every result',
}

export function AutomationFacts({ automation }: { automation: Automation }) {
  const { schedule, graceSeconds, assignee, reviewOn, tools, credentials, nextTimes } = automation
  return (
    <section className="panel" aria-labelledby="facts-heading">
      <h2 id="facts-heading" className="panel-heading">
        Details
      </h2>
      <dl className="facts p-5">
        {automation.description && (
          <Fact label="What it does" wide>
            {automation.description}
          </Fact>
        )}
        <Fact label="Schedule">{scheduleWords(schedule)}</Fact>
        <Fact label="Alarm after">{spanWords(graceSeconds)}</Fact>
        <Fact label="Assignee">{assignee?.name ?? 'Nobody; owners are told'}</Fact>
        <Fact label="Review on">
          {reviewOn ? <Time value={reviewOn} calendarDay /> : 'No date'}
        </Fact>
        <Fact label="Checked by people">{checkWords[automation.humanCheck]}</Fact>
        <Fact label="Personal data">{automation.personalData ? 'Yes' : 'No'}</Fact>
        {tools.length > 0 && <Fact label="Tools">{tools.join(', ')}</Fact>}
        <Fact label="Registered">
          <Time value={automation.createdAt} />
        </Fact>
      </dl>
      {credentials.length > 0 && (
        <div className="border-t border-rule p-5">
          <h3 className="mb-2 font-semibold">Credentials</h3>
          <ul className="grid grid-cols-1 gap-1">
            {credentials.map(({ name, expiresOn }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4">
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {name}
                </span>
                <span className="text-ink-2">
                  expires <Time value={expiresOn} calendarDay />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {schedule.kind === 'cron' && nextTimes.length > 0 && (
        <div className="border-t border-rule p-5">
          <h3 className="mb-2 font-semibold">Next times</h3>
          <ul className="grid gap-1 text-ink-2">
            {nextTimes.map((at) => (
              <li key={at}>
                <Time value={at} format="datetime" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
