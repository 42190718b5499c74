// Tests of a Go service that calls the presentation service. They start the mock server, which `npm install` has put into this folder
// or one above it.
package decks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// origin is the address of the mock server, which runs fifty times faster than real time.
var origin string

func TestMain(m *testing.M) {
	server := exec.Command("npx", "--no", "deckhand", "serve", "--port", "0", "--speed", "50")
	// A process group, because npx does not pass on the signal that ends it.
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "deckhand did not start:", err)
		os.Exit(1)
	}
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+`)
	for lines := bufio.NewScanner(output); origin == "" && lines.Scan(); {
		origin = address.FindString(lines.Text())
	}
	code := 1
	if origin == "" {
		fmt.Fprintln(os.Stderr, "deckhand printed no address")
	} else {
		// Reads on, so that the server never waits for its reader.
		go func() { _, _ = io.Copy(io.Discard, output) }()
		code = m.Run()
	}
	_ = syscall.Kill(-server.Process.Pid, syscall.SIGTERM)
	_ = server.Wait()
	os.Exit(code)
}

type view struct {
	ID           string `json:"generation_id"`
	Status       string `json:"status"`
	Message      string `json:"message"`
	Error        string `json:"error"`
	Presentation struct {
		Title string `json:"title"`
	} `json:"presentation"`
}

// call sends a request with a key that opens a workspace of its own for each test.
func call(t *testing.T, method, path string, body any) (status int, result view) {
	t.Helper()
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, origin+"/api/v1"+path, &text)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer sandbox-"+strings.ToLower(t.Name()))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_ = json.NewDecoder(response.Body).Decode(&result)
	return response.StatusCode, result
}

// generate starts a job, and polls it while it generates.
func generate(t *testing.T, prompt string) view {
	t.Helper()
	status, job := call(t, http.MethodPost, "/presentations/generate", map[string]string{"prompt": prompt})
	if status != http.StatusAccepted {
		t.Fatalf("the start answered %d", status)
	}
	return poll(t, job.ID)
}

func poll(t *testing.T, id string) view {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if _, seen := call(t, http.MethodGet, "/presentations/generate/"+id+"/status", nil); seen.Status != "generating" {
			return seen
		}
	}
	t.Fatal("the job did not end in a minute")
	return view{}
}

func TestADeckIsCompleted(t *testing.T) {
	if seen := generate(t, "Harbour taxis"); seen.Status != "completed" || seen.Presentation.Title == "" {
		t.Errorf("got %+v", seen)
	}
}

func TestAQuestionIsAnswered(t *testing.T) {
	seen := generate(t, "[scenario: asks-a-question] Harbour taxis")
	if seen.Status != "awaiting_input" || seen.Message == "" {
		t.Fatalf("got %+v", seen)
	}
	call(t, http.MethodPost, "/presentations/generate/"+seen.ID+"/message", map[string]string{"message": "Forty people"})
	if seen = poll(t, seen.ID); seen.Status != "completed" {
		t.Errorf("got %+v", seen)
	}
}

func TestAFailureHasAReason(t *testing.T) {
	if seen := generate(t, "[scenario: timeout-failure] Harbour taxis"); seen.Status != "failed" || seen.Error == "" {
		t.Errorf("got %+v", seen)
	}
}
