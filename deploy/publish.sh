#!/bin/sh
# Begins an installation in DATA_DIR with a key in the file RELEASE_KEY, whose public half it prints; then publishes the parts
# of this checkout and pins them, each served from its name below PUBLIC_DOMAIN. With a key that is there already it makes none.
# PUBLIC_SCHEME and PUBLIC_PORT say how browsers reach them. It is for a first release; later ones are the teams' and the release manager's.
set -eu
cd "$(dirname "$0")/.."
: "${PUBLIC_DOMAIN:?the domain of office.DOMAIN, drivers.DOMAIN and so on}"
: "${RELEASE_KEY:?the file of the key that signs releases}"
scheme="${PUBLIC_SCHEME:-https}"
port="${PUBLIC_PORT:+:$PUBLIC_PORT}"
[ -e "$RELEASE_KEY" ] || node scripts/run.mjs release init --key "$RELEASE_KEY"
builds=''
for folder in shell mfe-*; do
  part="${folder#mfe-}"
  name="$part"
  [ "$part" = shell ] && name=office
  said="$(node scripts/run.mjs release publish "$folder" --origin "$scheme://$name.$PUBLIC_DOMAIN$port" --json)"
  builds="$builds $part@$(node -p 'JSON.parse(process.argv[1]).artifact' "$said")"
done
# Nothing is served yet that could be asked.
# shellcheck disable=SC2086
node scripts/run.mjs release pin $builds --offline --reason 'the first release'
