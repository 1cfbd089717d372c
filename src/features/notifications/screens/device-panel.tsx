import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { call } from '#contract/endpoint.ts'
import { describeDevice } from '#features/identity/account/devices.ts'
import { browser } from '#web/api/browser.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonList } from '#web/ui/loading.tsx'
import { showFailure, showSuccess } from '#web/ui/outcome.ts'
import { Time } from '#web/ui/time.tsx'
import { push } from '../push/contract.ts'
import { type DeviceState, ownDeviceId, readState, turnOff, turnOn } from './use-device.ts'

const words: Record<DeviceState, string> = {
  unsupported: 'This browser can’t show notifications.',
  'home-screen':
    'Add this site to the home screen first (Share, then “Add to Home Screen”), open it from there and turn notifications on.',
  blocked:
    'This browser blocks notifications from this site. Click the icon before the address, allow notifications, and reload the page.',
  off: 'Notifications are off in this browser.',
  on: 'Notifications are on in this browser.',
}

/** This browser, and the other devices of the user. */
export function DevicePanel() {
  const client = useQueryClient()
  const devices = useQuery(query(push.list))
  const [state, setState] = useState<DeviceState>()
  const look = () => readState().then(setState, () => setState('unsupported'))
  useEffect(() => {
    readState().then(setState, () => setState('unsupported'))
  }, [])
  const changed = async () => {
    await look()
    await client.invalidateQueries({ queryKey: keyOf(push.list) })
  }
  const on = useMutation({
    mutationFn: () => turnOn(cutText(describeDevice(navigator.userAgent), 100)),
    onSuccess: changed,
    onError: async (error) => {
      showFailure(error, 'Failed to turn notifications on')
      await look()
    },
  })
  const off = useMutation({
    mutationFn: turnOff,
    onSuccess: changed,
    onError: (error) => showFailure(error, 'Failed to turn notifications off'),
  })
  const others = devices.data?.subscriptions.filter(({ id }) => id !== ownDeviceId()) ?? []
  const isOn = state === 'on'
  const any = isOn || others.length > 0
  return (
    <div className="grid gap-3 px-5 py-4">
      <h3 className="font-semibold">Devices</h3>
      <div className="flex flex-wrap items-center gap-3">
        <p className="measure min-w-0">{state && words[state]}</p>
        {state === 'off' && (
          <Button busy={on.isPending} onClick={() => on.mutate()}>
            Turn On
          </Button>
        )}
        {isOn && (
          <Button busy={off.isPending} onClick={() => off.mutate()}>
            Turn Off
          </Button>
        )}
        {any && <TestButton />}
      </div>
      <Loaded
        query={devices}
        message="Unable to load your devices at this time."
        skeleton={<SkeletonList rows={1} />}
      >
        {() =>
          others.length > 0 && (
            <ul className="divide-y divide-rule" aria-label="Other devices">
              {others.map((device) => (
                <DeviceRow key={device.id} {...device} onRemoved={changed} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function TestButton() {
  const test = useMutation({
    mutationFn: () => call(browser, push.test, {}),
    onSuccess: ({ delivered, failed }) =>
      failed > 0 || delivered === 0
        ? showFailure(undefined, `${delivered} delivered, ${failed} failed`)
        : showSuccess(delivered === 1 ? 'Sent to 1 device' : `Sent to ${delivered} devices`),
    onError: (error) => showFailure(error, 'Failed to send a test'),
  })
  return (
    <Button busy={test.isPending} onClick={() => test.mutate()}>
      Send a Test
    </Button>
  )
}

type RowProps = { id: string; device: string; lastOkAt: string | null; onRemoved: () => unknown }

function DeviceRow({ id, device, lastOkAt, onRemoved }: RowProps) {
  const remove = useMutation({
    mutationFn: () => call(browser, push.unsubscribe, { id }),
    onSuccess: async () => {
      showSuccess('Device removed')
      await onRemoved()
    },
    onError: (error) => showFailure(error, 'Failed to remove the device'),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {device}
      </span>
      <span className="small text-ink-2">
        {lastOkAt ? (
          <>
            last reached <Time value={lastOkAt} format="datetime" />
          </>
        ) : (
          <Badge variant="outline">not reached yet</Badge>
        )}
      </span>
      <Button
        className="ml-auto"
        busy={remove.isPending}
        aria-label={`Remove ${device}`}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </li>
  )
}
