'use client'

import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import * as Menu from 'radix-ui/dropdown-menu'
import { useState, useSyncExternalStore } from 'react'
import { TOOL } from '@/components/watch/tool-style'
import {
  ALERTS_LABEL,
  ALERTS_NOTE,
  ALERTS_WHEN,
  NO_NOTIFICATIONS,
  NOTIFICATIONS_DENIED,
} from '@/components/watch/words'
import {
  defaultAlertSettings,
  readAlertSettings,
  subscribeToAlertSettings,
  writeAlertSettings,
} from './alert-settings'
import { playTones } from './sound'

const ITEM =
  'flex min-h-10 items-center gap-2 rounded-chip px-2 outline-none data-[highlighted]:bg-raised md:min-h-8'

/** How this browser announces new incidents while the page is open. Off by default. */
export function AlertsMenu() {
  const alerts = useSyncExternalStore(subscribeToAlertSettings, readAlertSettings, defaultAlertSettings)
  const [error, setError] = useState('')
  const setNotify = async (notify: boolean) => {
    if (!notify) return writeAlertSettings({ ...alerts, notify })
    if (!('Notification' in window)) return setError(NO_NOTIFICATIONS)
    const permission = await Notification.requestPermission()
    setError(permission === 'granted' ? '' : NOTIFICATIONS_DENIED)
    writeAlertSettings({ ...readAlertSettings(), notify: permission === 'granted' })
  }
  const setSound = (sound: boolean) => {
    if (sound) void playTones()
    writeAlertSettings({ ...alerts, sound })
  }
  const isOn = alerts.notify || alerts.sound
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={TOOL} aria-label={isOn ? 'Tell me: on' : ALERTS_LABEL} title={ALERTS_LABEL}>
        <Bell size={16} strokeWidth={1.5} className={isOn ? 'text-accent-text' : undefined} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 w-72 max-w-[calc(100vw-16px)] rounded-card bg-surface p-1 shadow-float"
        >
          <Menu.Label className="px-2 py-1 text-axis font-medium text-text-3">{ALERTS_WHEN}</Menu.Label>
          <Menu.CheckboxItem
            checked={alerts.notify}
            onCheckedChange={setNotify}
            onSelect={(event) => event.preventDefault()}
            className={ITEM}
          >
            <CheckMark isOn={alerts.notify} />
            Desktop notification
          </Menu.CheckboxItem>
          <Menu.CheckboxItem
            checked={alerts.sound}
            onCheckedChange={setSound}
            onSelect={(event) => event.preventDefault()}
            className={ITEM}
          >
            <CheckMark isOn={alerts.sound} />
            Sound
          </Menu.CheckboxItem>
          <Menu.Label className="px-2 py-1 text-support text-text-3">
            {error === '' ? ALERTS_NOTE : error}
          </Menu.Label>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

function CheckMark({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden
      className={`grid size-4 flex-none place-content-center rounded-chip border ${isOn ? 'border-accent bg-accent text-on-accent' : 'border-text-3'}`}
    >
      {isOn && <Check size={12} strokeWidth={2} />}
    </span>
  )
}
