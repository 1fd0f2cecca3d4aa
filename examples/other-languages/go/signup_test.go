// signup_test.go
package signup

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

func TestANewUserGetsACode(t *testing.T) {
	control := os.Getenv("MAILRIG_BASE_URL") + "/_sandbox"
	if _, err := http.Post(control+"/reset", "application/json", nil); err != nil {
		t.Fatal(err)
	}

	if err := SignUp("grace@example.org"); err != nil {
		t.Fatal(err)
	}

	response, err := http.Get(control + "/messages/latest?to=grace@example.org&wait=5s")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var email struct {
		Subject string
		Codes   []string
	}
	if err := json.NewDecoder(response.Body).Decode(&email); err != nil {
		t.Fatal(err)
	}
	if len(email.Codes) != 1 || email.Codes[0] != "493017" {
		t.Errorf("the codes are %v", email.Codes)
	}
}
