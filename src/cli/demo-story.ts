import { createHash, randomUUIDv7 } from 'node:crypto'
import {
  budgets,
  projectTypes,
  teamSizes,
  timelines,
  urgencies,
} from '#contract/consultation-options.ts'
import { serviceOptions } from '#contract/service-options.ts'
import type * as tables from '#server/database/schema.ts'
import {
  demoClients,
  demoCompanies,
  demoLeads,
  demoProjects,
  demoQuestions,
  demoStages,
  demoTalks,
} from './demo-firm.ts'

type Insert<
  Name extends
    | 'clients'
    | 'projects'
    | 'projectNotes'
    | 'inquiries'
    | 'chatSessions'
    | 'chatMessages',
> = (typeof tables)[Name]['$inferInsert']

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const weeks = 12

/** A seeded random generator (mulberry32), so that every run creates the same firm. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    of: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  }
}

type Dice = ReturnType<typeof dice>

const bytesOf = (text: string) => createHash('sha256').update(text).digest()

const mailOf = (name: string, company: string) => {
  const part = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '')
  return `${part(name.split(' ')[0] ?? '')}@${part(company) || 'mail'}.example`
}

/** A moment on a weekday `daysAgo` before `now`, between 9:00 and 18:00 Pacific time (UTC-8). */
function workMoment(now: Date, daysAgo: number, roll: Dice): Date {
  const moment = new Date(now.getTime() - daysAgo * day)
  const weekday = moment.getUTCDay()
  if (weekday === 0 || weekday === 6) moment.setTime(moment.getTime() - 2 * day)
  moment.setUTCHours(17 + roll.below(9), roll.below(60), roll.below(60), 0)
  return moment < now ? moment : new Date(now.getTime() - hour)
}

function consultationData(roll: Dice) {
  return {
    phone: `+1 206 555 01${String(20 + roll.below(80))}`,
    jobTitle: roll.of(['Operations Lead', 'Managing Director', 'Office Manager', 'Head of IT']),
    projectType: roll.of(projectTypes).value,
    projectDescription: roll.of(demoProjects).description,
    currentChallenges: roll.of(demoQuestions),
    goals: 'Fewer hours on typing, and one list of what needs a person.',
    timeline: roll.of(timelines).value,
    budget: roll.of(budgets).value,
    servicesInterested: serviceOptions
      .filter(({ inConsultation }) => inConsultation && roll.next() < 0.35)
      .map(({ label }) => label),
    hasExistingAI: roll.next() < 0.3,
    teamSize: roll.of(teamSizes).value,
    urgency: roll.of(urgencies).value,
    preferredContactMethod: roll.of(['email', 'phone', 'video']),
    additionalNotes: '',
  }
}

/** Older leads are further along. The first reply takes some hours, sometimes more than a day. */
function progressOf(createdAt: Date, now: Date, roll: Dice) {
  const age = (now.getTime() - createdAt.getTime()) / day
  const later = roll.of(['contacted', 'contacted', 'qualified', 'closed'] as const)
  const status = age < 2 ? ('new' as const) : later
  const hours = roll.next() < 0.08 ? 26 + roll.below(20) : 1 + roll.below(9)
  const replied = new Date(Math.min(createdAt.getTime() + hours * hour, now.getTime()))
  return { status, firstContactedAt: status === 'new' ? null : replied }
}

/** The ages in hours of the newest leads, which nobody has answered. */
const waitingHours = [27, 23, 17, 8, 5, 3, 1]

function makeLeads(now: Date, roll: Dice): Insert<'inquiries'>[] {
  return Array.from({ length: 78 }, (_, at) => {
    const waiting = waitingHours[at - 78 + waitingHours.length]
    // There are more leads in recent weeks, because the firm is growing.
    const createdAt = waiting
      ? new Date(now.getTime() - waiting * hour)
      : workMoment(now, weeks * 7 * (1 - Math.sqrt((at + 0.5) / 78)), roll)
    const [name, company] = [roll.of(demoLeads), roll.of(demoCompanies)]
    const isConsultation = roll.next() < 0.45
    const message = isConsultation
      ? `Consultation request from ${name}${company && ` at ${company}`}`
      : roll.of(demoQuestions)
    return {
      id: randomUUIDv7(),
      name,
      email: mailOf(name, company),
      company,
      service: isConsultation ? 'consultation' : roll.of(serviceOptions).value,
      message,
      consultationData: isConsultation ? consultationData(roll) : null,
      contentHash: bytesOf(`lead ${at}`),
      createdAt,
      ...progressOf(createdAt, now, roll),
    }
  })
}

/** Calendar days are stored as 0:00 UTC. */
const calendarDay = (moment: Date) => new Date(Math.floor(moment.getTime() / day) * day)

function makeProjects(
  client: { id: string; createdAt: Date },
  numbers: number[],
  now: Date,
  roll: Dice,
) {
  const projects: Insert<'projects'>[] = []
  const notes: Insert<'projectNotes'>[] = []
  for (const number of numbers) {
    const {
      title,
      description,
      budget,
      notes: lines,
    } = demoProjects[number] ?? demoProjects[0] ?? { notes: [] }
    if (!title) continue
    const id = randomUUIDv7()
    const planned = client.createdAt.getTime() + (1 + roll.below(5)) * day
    const latest = Math.max(client.createdAt.getTime() + hour, now.getTime() - 12 * hour)
    const createdAt = new Date(Math.min(planned, latest))
    const status = roll.of(demoStages)
    const progress = {
      prospect: 0,
      discovery: 15,
      in_progress: 30 + roll.below(40),
      qa: 85,
      delivered: 100,
      on_hold: 40,
    }[status]
    const start = calendarDay(new Date(createdAt.getTime() + 7 * day))
    const end = new Date(start.getTime() + (30 + roll.below(90)) * day)
    projects.push({
      id,
      clientId: client.id,
      title,
      description,
      budget,
      status,
      progress,
      createdAt,
      startDate: status === 'prospect' ? null : start,
      endDate: status === 'prospect' ? null : end,
    })
    lines.forEach((content, at) => {
      const written = new Date(
        Math.max(
          createdAt.getTime() + (at + 1) * 5 * minute,
          Math.min(createdAt.getTime() + (at + 1) * 6 * day, now.getTime() - (9 - at) * hour),
        ),
      )
      notes.push({ projectId: id, content, createdAt: written })
    })
  }
  return { projects, notes }
}

function convert(
  lead: Insert<'inquiries'>,
  client: { name: string; email: string; company: string; clientId: string },
): void {
  const isConsultation = lead.consultationData !== null
  const replied = new Date((lead.createdAt?.getTime() ?? 0) + 4 * hour)
  Object.assign(lead, {
    ...client,
    status: 'converted',
    firstContactedAt: lead.firstContactedAt ?? replied,
    ...(isConsultation && {
      message: `Consultation request from ${client.name} at ${client.company}`,
    }),
  })
}

function makeClients(now: Date, leads: Insert<'inquiries'>[], roll: Dice) {
  const clients: Insert<'clients'>[] = []
  const projects: Insert<'projects'>[] = []
  const notes: Insert<'projectNotes'>[] = []
  demoClients.forEach(({ name, company, phone, status, notes: about, projects: numbers }, at) => {
    const id = randomUUIDv7()
    const email = mailOf(name, company)
    // Every third client began as a lead of these weeks.
    const lead = at % 3 === 0 ? leads[at * 3] : undefined
    if (lead) convert(lead, { name, email, company, clientId: id })
    const createdAt = lead?.createdAt
      ? new Date(lead.createdAt.getTime() + 10 * hour)
      : workMoment(now, 90 + at * 9, roll)
    clients.push({
      id,
      name,
      email,
      company,
      createdAt,
      phone: phone ?? null,
      notes: about ?? (lead ? `Converted from inquiry: ${lead.message}` : null),
      status: status ?? 'active',
      convertedFrom: lead?.id ?? null,
    })
    const made = makeProjects({ id, createdAt }, numbers, now, roll)
    projects.push(...made.projects)
    notes.push(...made.notes)
  })
  return { clients, projects, notes }
}

function makeChats(now: Date, agentId: string | null, clients: Insert<'clients'>[], roll: Dice) {
  const sessions: Insert<'chatSessions'>[] = []
  const messages: Insert<'chatMessages'>[] = []
  for (let at = 0; at < 34; at++) {
    const id = randomUUIDv7()
    const startedAt = workMoment(now, roll.next() * weeks * 7, roll)
    const client = at % 8 === 0 ? clients[at] : undefined
    const name = client?.name ?? roll.of(demoLeads)
    const company = client?.company ?? roll.of(demoCompanies)
    const lines: Insert<'chatMessages'>[] = []
    let clock = startedAt.getTime()
    const add = (senderType: 'visitor' | 'admin' | 'system', content: string, seconds: number) => {
      clock += seconds * 1000
      lines.push({
        sessionId: id,
        seq: lines.length + 1,
        senderType,
        content,
        sentAt: new Date(clock),
        deliveredAt: new Date(clock + 400),
        senderId: senderType === 'admin' ? agentId : null,
        senderKey: senderType === 'admin' ? (agentId ?? 'agent') : senderType,
        messageType: senderType === 'system' ? 'system_notification' : 'text',
      })
    }
    const isLost = roll.next() < 0.15
    if (!isLost) add('system', 'An agent has joined the chat', 20 + roll.below(60))
    for (const [question, answer] of roll.of(demoTalks)) {
      add('visitor', question, 10 + roll.below(30))
      if (isLost) break
      add('admin', answer, 15 + roll.below(50))
    }
    if (!isLost) add('system', 'Chat session has ended', 30)
    const chatMessages = lines.filter(({ senderType }) => senderType !== 'system')
    const last = chatMessages.at(-1)
    const end = new Date(clock)
    sessions.push({
      id,
      visitorHash: bytesOf(`visitor ${at}`),
      visitorName: name,
      startedAt,
      clientId: client?.id ?? null,
      visitorEmail: client?.email ?? mailOf(name, company),
      visitorCompany: company,
      currentPage: roll.of(['/', '/services/document-processing', '/services/customer-service']),
      agentId: isLost ? null : agentId,
      status: isLost ? 'abandoned' : 'ended',
      ...(isLost
        ? { abandonedAt: end, statusBeforeAbandoned: 'waiting' as const }
        : { endedAt: end }),
      lastSeq: lines.length,
      messageCount: chatMessages.length,
      lastMessageAt: last?.sentAt ?? null,
      lastMessage: last?.content ?? null,
      lastMessageBy: last?.senderType ?? null,
    })
    messages.push(...lines)
  }
  return { sessions, messages }
}

/** Tells twelve weeks of a small firm that end at `now`, the same on every run. */
export function makeStory(now: Date, agentId: string | null) {
  const roll = dice(1871)
  const inquiries = makeLeads(now, roll)
  const made = makeClients(now, inquiries, roll)
  return { inquiries, ...made, ...makeChats(now, agentId, made.clients, roll) }
}
