/**
 * The fenced `sh` commands of docs/operations.md, and which programs stand in for those of the
 * system.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

const isSetting = (line: string) => /^(#|[A-Z0-9_]+='[^']*'$)/.test(line)

const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
const isSettings = (text: string) => text.trim().split('\n').every(isSetting)

/** The settings in the first settings file of the page. */
export const settings = blocks.find(isSettings) ?? ''

/** The commands of the page, each a line with its continuation lines and here-documents. */
export const commands = blocks
  .filter((text) => !isSettings(text))
  .flatMap((text) => text.match(/^.*<<'(\w+)'[\s\S]*?^\1\n|^(.*\\\n)*.+\n/gm) ?? [])

/**
 * A program that changes the system has a stand-in: the reason, and a script that runs instead as
 * the user of the trial, with the trial's directory in $TRIAL. Every other program runs as it is.
 */
export const standIns: Record<string, { why: string; script: string }> = {
  apt: { why: 'packages of the system', script: '' },
  useradd: {
    why: 'a user of the trial is there',
    script: 'mkdir -m 700 $TRIAL/var/lib/counterfoil',
  },
  runuser: {
    why: 'the trial has one user',
    script: `[ $2 = counterfoil ] || export PGHOST=127.0.0.1 PGPORT=$POSTGRES_PORT PGUSER=postgres PGDATABASE=postgres
shift 3; exec "$@"`,
  },
  chown: { why: 'the trial has one user', script: 'test -e "$2"' },
  install: {
    why: 'the trial has one user, and its settings are there',
    script: `case "$*" in *"/dev/null "*) exec test -s $4 ;; esac; shift 5; exec mkdir "$@"`,
  },
  editor: { why: 'the settings are there', script: '' },
  certbot: { why: 'a name and port 80 of the internet', script: '' },
  nginx: {
    why: 'port 443; prove:deploy starts it',
    script: 'test -s $TRIAL/etc/nginx/conf.d/counterfoil.conf',
  },
  postconf: { why: 'mail of the system', script: '' },
  postmap: { why: 'mail of the system', script: 'test -s "$1"' },
  systemctl: {
    why: 'no systemd: what the unit starts, with its environment and in its directory',
    script: `for name; do :; done
case $name in caddy | nginx | postfix) exit ;; esac
unit=$TRIAL/etc/systemd/system/$name
case "$*" in
  *.timer) exec test -f $unit ;;
  "stop $name") kill $(cat $TRIAL/$name.pid); tail --pid=$(cat $TRIAL/$name.pid) -f /dev/null; exit ;;
esac
text=$(sed "s#/\\(etc\\|opt\\|var\\)/#$TRIAL/\\1/#g; s/%%/%/g; s/[$][$]/$/g" $unit.service)
of() { echo "$text" | sed -n "s/^$1=//p"; }
run() {
  exec env -i PATH="$PATH" HOME="$HOME" $(of Environment) sh -ec "set -a; . $(of EnvironmentFile)
    cd $(of WorkingDirectory); umask $(of UMask); $1"
}
case $(of Type) in
  oneshot) run "$(of ExecStart); $(of ExecStartPost)" ;;
  *) run "exec $(of ExecStart)" >$TRIAL/$name.log 2>&1 & echo $! >$TRIAL/$name.pid ;;
esac`,
  },
}

/** Programs of the page that run without a stand-in. */
const asTheyAre = 'cat cd cp curl echo git ls node npm openssl psql rm sed set . chmod'.split(' ')

/** The programs that a command starts, also through `runuser`. */
export function programsOf(command: string): string[] {
  const [line = ''] = command.split(/<<'/)
  const simple = line.replace(/"[^"]*"|'[^']*'/g, '_').replace(/(^|\s)#.*/gm, '')
  return simple
    .split(/&&|\|\||[;|\n()]| -- (?=npm|psql)/)
    .map(
      (part) =>
        part
          .trim()
          .split(/\s+/)
          .find((word) => !/^[A-Z_]+=/.test(word)) ?? '',
    )
    .filter(Boolean)
}

/** @returns the programs that are in neither of the two lists. */
export const undecided = () =>
  [...new Set(commands.flatMap(programsOf))].filter(
    (program) => !asTheyAre.includes(program) && !(program in standIns),
  )
